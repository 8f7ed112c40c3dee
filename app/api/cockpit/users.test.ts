import { describe, expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { openBrowser, PASSWORD } from "@/app/testing/sign-in.fixture";
import { signInForTest } from "@/app/testing/signed-in.fixture";
import { cockpitUsers, newPasswordLink } from "@/lib/http/accounts/user-schemas";

const api = prepareApi();
const USERS = "/api/cockpit/users";
const UNKNOWN = "019cbc00-0000-7000-8000-0000000000c1";

const emailOf = () => `${api.container.ports.ids.uuid()}@example.com`;

/** Signs in an administrator and returns a function that makes calls as their browser. */
async function asAdministrator() {
  const { user, headers } = await signInForTest(api.container);
  const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
    api.call(method, path, { headers, key: null, ...(body === undefined ? {} : { body }) });
  return { user, call };
}
type Call = Awaited<ReturnType<typeof asAdministrator>>["call"];

const listed = async (call: Call, q: string) =>
  cockpitUsers.parse((await call("GET", `${USERS}?q=${encodeURIComponent(q)}`)).body);

async function invite(call: Call, email = emailOf()) {
  const body = { email, name: "Eve", role: "reader" };
  const link = newPasswordLink.parse((await call("POST", USERS, body)).body);
  const { items } = await listed(call, email);
  return { email, link, id: items[0]?.id ?? "", token: link.url.split("/").at(-1) ?? "" };
}

const choose = (token: string, newPassword = PASSWORD) =>
  api.call("POST", "/api/invitations", { body: { token, newPassword }, key: null });

describe("inviting", () => {
  test("lets the user choose a password and sign in with the assigned role", async () => {
    const { call } = await asAdministrator();
    const { email, link, token } = await invite(call);
    expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation\/[\w-]{43}$/);
    expect((await listed(call, email)).items[0]).toMatchObject({
      role: "reader",
      state: "invited",
      link: { kind: "invitation", isExpired: false },
    });
    expect((await openBrowser(api).signIn(email)).status).toBe(401);
    expect((await choose(token)).status).toBe(204);
    expect(await choose(token)).toMatchObject({
      status: 410,
      body: { code: "password-link-used" },
    });
    const browser = openBrowser(api);
    await browser.signIn(email);
    expect(await browser.call("GET", "/api/cockpit/assets")).toMatchObject({ status: 200 });
    expect(await browser.call("GET", USERS)).toMatchObject({ status: 403 });
    expect((await listed(call, email)).items[0]).toMatchObject({ state: "active", link: null });
  });

  test.each([
    [{ email: "nobody", name: " ", role: "reader" }, ["#/email", "#/name"]],
    [{ email: "a@b.de", name: null, role: "boss" }, ["#/role"]],
    [{ email: "a@b.de", name: null }, ["#/role"]],
    [{ email: "a@b.de", name: null, role: "reader", password: "x" }, ["#/password"]],
  ])("returns 422 for %j", async (body, pointers) => {
    const { call } = await asAdministrator();
    expect(await call("POST", USERS, body)).toMatchObject({
      status: 422,
      body: { errors: pointers.map((pointer) => ({ pointer })) },
    });
  });

  test("returns 422 for an email that is already taken", async () => {
    const { user, call } = await asAdministrator();
    const body = { email: user.email.toUpperCase(), name: null, role: "reader" };
    expect(await call("POST", USERS, body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "#/email" }] },
    });
  });
});

describe("choosing a password with a link", () => {
  test("reports what is wrong with the password, and the link stays valid", async () => {
    const { token } = await invite((await asAdministrator()).call);
    expect(await choose(token, "short")).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "#/newPassword" }] },
    });
    expect((await choose(token)).status).toBe(204);
  });

  test.each(["", "x".repeat(43), "../../etc"])("returns 404 for the token %j", async (token) => {
    expect(await choose(token)).toMatchObject({
      status: 404,
      body: { code: "password-link-not-found" },
    });
  });

  test("is rejected if the request comes from another site", async () => {
    const { token } = await invite((await asAdministrator()).call);
    const headers = { "sec-fetch-site": "cross-site" };
    const body = { token, newPassword: PASSWORD };
    expect(await api.call("POST", "/api/invitations", { body, headers, key: null })).toMatchObject({
      status: 403,
    });
  });

  test("ends all sessions after a reset, but only once the link is used", async () => {
    const { call } = await asAdministrator();
    const { email, id, token } = await invite(call);
    await choose(token);
    const browser = openBrowser(api);
    await browser.signIn(email);
    const answer = await call("POST", `${USERS}/${id}/password-links`);
    const link = newPasswordLink.parse(answer.body);
    expect([answer.status, link.kind]).toEqual([201, "password-reset"]);
    expect((await browser.call("GET", "/api/cockpit/assets")).status).toBe(200);
    await choose(link.url.split("/").at(-1) ?? "", "another horse battery");
    expect((await browser.call("GET", "/api/cockpit/assets")).status).toBe(401);
  });
});

describe("managing users", () => {
  test("applies a new role, a new name and a deactivation immediately, and ends sessions immediately", async () => {
    const { call } = await asAdministrator();
    const { user, headers } = await signInForTest(api.container, "reader");
    const path = `${USERS}/${user.id}`;
    const look = async () => (await api.call("GET", "/api/cockpit/assets", { headers })).status;
    expect((await call("PUT", `${path}/name`, { name: "Zoë" })).status).toBe(204);
    expect(await look()).toBe(200);
    expect(await call("DELETE", `${path}/sessions`)).toMatchObject({
      status: 200,
      body: { sessionCount: 1 },
    });
    expect(await look()).toBe(401);
    expect((await call("PUT", `${path}/role`, { role: "reviewer" })).status).toBe(204);
    expect((await call("PUT", `${path}/active`, { active: false })).status).toBe(204);
    const [row] = (await listed(call, user.email)).items;
    expect(row).toMatchObject({ name: "Zoë", role: "reviewer", state: "deactivated" });
    expect(await call("POST", `${path}/password-links`)).toMatchObject({
      status: 409,
      body: { code: "user-deactivated" },
    });
    expect((await call("PUT", `${path}/active`, { active: true })).status).toBe(204);
  });

  test.each([
    ["role", { role: "reader" }],
    ["active", { active: false }],
  ])("returns 409 for changing your own %s", async (part, body) => {
    const { user, call } = await asAdministrator();
    expect(await call("PUT", `${USERS}/${user.id}/${part}`, body)).toMatchObject({
      status: 409,
      body: { code: "own-account" },
    });
  });

  test.each([
    ["DELETE", "second-factor"],
    ["POST", "password-links"],
  ] as const)("returns 409 for %s on your own %s", async (method, part) => {
    const { user, call } = await asAdministrator();
    for (const id of [user.id, user.id.toUpperCase()]) {
      expect(await call(method, `${USERS}/${id}/${part}`)).toMatchObject({
        status: 409,
        body: { code: "own-account" },
      });
    }
  });

  test.each([UNKNOWN, "nobody"])("returns 404 for the user %s", async (id) => {
    const { call } = await asAdministrator();
    for (const [part, body] of [
      ["role", { role: "reader" }],
      ["name", { name: "x" }],
      ["active", { active: false }],
    ] as const) {
      expect(await call("PUT", `${USERS}/${id}/${part}`, body)).toMatchObject({
        status: 404,
        body: { code: "user-not-found" },
      });
    }
    expect(await call("DELETE", `${USERS}/${id}/second-factor`)).toMatchObject({
      status: 404,
      body: { code: "user-not-found" },
    });
  });

  test("lets at most one of two administrators succeed if they demote each other at the same time", async () => {
    const { pool } = api.container.database;
    const [first, second] = [await asAdministrator(), await asAdministrator()];
    await pool.query(
      "UPDATE app_user SET deactivated_at = now() WHERE role = 'administrator' AND NOT id = ANY($1)",
      [[first.user.id, second.user.id]],
    );
    const body = { role: "reader" };
    const answers = await Promise.all([
      first.call("PUT", `${USERS}/${second.user.id}/role`, body),
      second.call("PUT", `${USERS}/${first.user.id}/role`, body),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const { rows } = await pool.query(
      "SELECT FROM app_user WHERE role = 'administrator' AND deactivated_at IS NULL",
    );
    expect(rows).toHaveLength(1);
  });
});

describe("the list", () => {
  test.each(["q=%00", "order=age", "limit=0", "limit=1001", "page=2"])(
    "returns 422 for %s",
    async (query) => {
      const { call } = await asAdministrator();
      expect((await call("GET", `${USERS}?${query}`)).status).toBe(422);
    },
  );
});
