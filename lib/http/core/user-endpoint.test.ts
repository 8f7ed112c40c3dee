import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aSignedInUser } from "@/lib/auth/testing/signed-in.fixture";
import { ROLES, type Role } from "@/lib/kernel/rules/actor";
import { makeApiContext } from "../testing/api-context.fixture";
import { withApi } from "./create-endpoints";
import { userEndpoint } from "./user-endpoint";

const URL_OF_TESTS = "https://stagedoor.example.com/api/cockpit/things";
const HOST = { host: "stagedoor.example.com" };

async function arrange(role: Role = "administrator") {
  const context = makeApiContext();
  const { user, headers } = await aSignedInUser(context.ports, context.session, role);
  const route = withApi(() => context, {
    GET: userEndpoint({
      role: "reader",
      handle: async ({ actor, user, query }) => ({
        status: 200,
        body: { actor, email: user.email, q: query.get("q") },
      }),
    }),
    POST: userEndpoint({
      role: "reviewer",
      body: z.strictObject({ name: z.string() }),
      handle: async ({ body }) => ({ status: 201, body }),
    }),
    DELETE: userEndpoint({ role: "administrator", handle: async () => ({ status: 204 }) }),
  });
  const send = async (
    method: "GET" | "POST" | "DELETE",
    requestHeaders: Record<string, string>,
  ) => {
    const body = method === "POST" ? { body: JSON.stringify({ name: "lease" }) } : {};
    const all = { "content-type": "application/json", ...HOST, ...headers, ...requestHeaders };
    const request = new Request(`${URL_OF_TESTS}?q=a%20b`, { method, headers: all, ...body });
    const response = await route[method](request, { params: Promise.resolve({}) });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
  return { context, user, send };
}

describe("a call by a signed-in user", () => {
  test.each(ROLES)(
    "has the actor %s, the ids of the session and the request, and the user's address",
    async (role) => {
      const { user, send } = await arrange(role);
      const call = {
        sessionId: expect.any(String),
        requestId: expect.any(String),
        address: "192.0.2.7",
      };
      expect(await send("GET", { "x-stagedoor-peer-address": "192.0.2.7" })).toEqual({
        status: 200,
        body: { actor: { kind: role, id: user.id, ...call }, email: user.email, q: "a b" },
      });
    },
  );

  test("has no address if the client's address is unknown", async () => {
    const { body } = await (await arrange()).send("GET", {});
    expect(body.actor).not.toHaveProperty("address");
  });

  test.each([
    ["administrator", [200, 201, 204]],
    ["reviewer", [200, 201, 403]],
    ["reader", [200, 403, 403]],
  ] as const)(
    "is allowed for %s if the endpoint requires the user's role or a lower one",
    async (role, statuses) => {
      const { send } = await arrange(role);
      const answers = await Promise.all([send("GET", {}), send("POST", {}), send("DELETE", {})]);
      expect(answers.map(({ status }) => status)).toEqual(statuses);
    },
  );

  test("returns an error that names the required role and the user's own role", async () => {
    const { send } = await arrange("reader");
    expect((await send("DELETE", {})).body).toMatchObject({
      code: "missing-role",
      detail: "This needs the role administrator. You are signed in as a reader.",
    });
  });

  test.each(["GET", "POST", "DELETE"] as const)(
    "returns 401 without a session: %s",
    async (method) => {
      const { send } = await arrange();
      expect(await send(method, { cookie: "" })).toMatchObject({
        status: 401,
        body: { code: "sign-in-required" },
      });
    },
  );

  test("is rejected with an API key instead of a session", async () => {
    const { send } = await arrange();
    const answer = await send("GET", { cookie: "", authorization: `Bearer sd_${"k".repeat(43)}` });
    expect(answer).toMatchObject({ status: 401, body: { code: "sign-in-required" } });
  });

  test("has its body validated like any other call", async () => {
    const { send } = await arrange();
    expect(await send("POST", {})).toEqual({ status: 201, body: { name: "lease" } });
    expect(await send("POST", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
  });
});

const OWN = [
  [
    "a browser on this page",
    { "sec-fetch-site": "same-origin", origin: "https://stagedoor.example.com" },
  ],
  ["a browser that hides the origin", { "sec-fetch-site": "same-origin", origin: "null" }],
  ["an old browser on this page", { origin: "https://stagedoor.example.com" }],
  ["a program with the cookie", {}],
] as const;

const FOREIGN = [
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a site on the same domain", { "sec-fetch-site": "same-site" }],
  ["a link or bookmark", { "sec-fetch-site": "none" }],
  ["another site in an old browser", { origin: "https://evil.example" }],
  ["a page of our host without encryption", { origin: "http://stagedoor.example.com" }],
  ["a page on a different port", { origin: "https://stagedoor.example.com:8443" }],
  ["a page without an origin", { origin: "null" }],
  [
    "another site that claims our origin",
    { "sec-fetch-site": "cross-site", origin: "https://stagedoor.example.com" },
  ],
] as const;

describe("changes", () => {
  test.each(OWN)("sent by %s are accepted", async (_who, headers) => {
    const { send } = await arrange();
    expect((await send("POST", headers)).status).toBe(201);
    expect((await send("DELETE", headers)).status).toBe(204);
  });

  test.each(FOREIGN)(
    "sent by %s are rejected before the session is checked",
    async (_who, headers) => {
      const { send } = await arrange();
      const refused = { status: 403, body: { code: "cross-site-request" } };
      expect(await send("POST", headers)).toMatchObject(refused);
      expect(await send("DELETE", { ...headers, cookie: "" })).toMatchObject(refused);
    },
  );
});

test.each(FOREIGN)("a read request sent by %s requires only the cookie", async (_who, headers) => {
  const { send } = await arrange();
  expect((await send("GET", headers)).status).toBe(200);
});
