import { decode } from "next-auth/jwt";
import { beforeEach, describe, expect, test } from "vitest";
import { resetPassword } from "@/lib/accounts/use-cases/passwords";
import { deactivateUser } from "@/lib/accounts/use-cases/users";
import { prepareApi } from "../../testing/api.fixture";
import { makeUser, openBrowser, PASSWORD } from "../../testing/sign-in.fixture";

const api = prepareApi();
const ORIGIN = "http://127.0.0.1:3000";
const OVERVIEW = "/api/cockpit/webhook";
const failure = (code: string) => ({
  status: 401,
  body: { url: `${ORIGIN}/api/auth/error?error=${encodeURIComponent(code)}` },
});

beforeEach(async () => {
  await api.container.database.pool.query("TRUNCATE sign_in_throttle");
});

describe("a sign-in with the correct password", () => {
  test("opens the cockpit, which was unavailable before", async () => {
    const browser = openBrowser(api);
    const { email } = await makeUser(api);
    expect((await browser.call("GET", OVERVIEW)).status).toBe(401);
    expect(await browser.signIn(email)).toMatchObject({ status: 200, body: { url: `${ORIGIN}/` } });
    expect((await browser.call("GET", OVERVIEW)).status).toBe(200);
  });

  test("is recorded as the user's latest sign-in", async () => {
    const { id, email } = await makeUser(api);
    await openBrowser(api).signIn(email.toUpperCase());
    const user = await api.container.ports.users.find(id);
    expect(user?.lastSignedInAt).toBeInstanceOf(Date);
  });

  test("sets a cookie that scripts cannot read and other sites cannot send, valid for twelve hours", async () => {
    const { email } = await makeUser(api);
    const { headers } = await openBrowser(api).signIn(email);
    const [cookie, ...others] = headers.getSetCookie();
    expect(others).toEqual([expect.stringMatching(/^stagedoor\.browser=/)]);
    expect(cookie).toMatch(
      /^stagedoor\.session=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie ?? "")?.[1] ?? "");
    expect(Math.abs(expires - Date.now() - 43_200_000)).toBeLessThan(60_000);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("starts a session that ends after twelve hours even if the browser keeps the cookie longer", async () => {
    const { email } = await makeUser(api);
    const browser = openBrowser(api);
    await browser.signIn(email);
    const token = browser.cookies.get("stagedoor.session") ?? "";
    const claims = await decode({ token, secret: api.container.session.secret });
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(43_200);
  });

  test("redirects to the requested page if scripts are disabled", async () => {
    const { email } = await makeUser(api);
    const form = { email, password: PASSWORD, callbackUrl: "/account", json: "false" };
    const answer = await openBrowser(api).post("callback/credentials", form);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${ORIGIN}/account`]);
  });
});

describe("a rejected sign-in", () => {
  test("gets the same response for a wrong password, an unknown account and a deactivated account", async () => {
    const { email } = await makeUser(api);
    const gone = await makeUser(api);
    await deactivateUser(api.container.ports, gone, { manager: "command", isForced: true });
    const answers = [
      await openBrowser(api).signIn(email, "wrong horse battery"),
      await openBrowser(api).signIn("nobody@example.com"),
      await openBrowser(api).signIn(gone.email),
      await openBrowser(api).signIn("", ""),
      await openBrowser(api).post("callback/credentials"),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual(failure("sign-in-refused"));
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test("if scripts are disabled, redirects to the sign-in page without saying why", async () => {
    const browser = openBrowser(api);
    const form = { email: "nobody@example.com", password: PASSWORD, json: "false" };
    const refused = await browser.post("callback/credentials", form);
    expect(refused.status).toBe(302);
    const explanation = await browser.call("GET", refused.headers.get("location") ?? "");
    expect([explanation.status, explanation.headers.get("location")]).toEqual([
      302,
      `${ORIGIN}/login?error=sign-in-refused`,
    ]);
  });
});

describe("too many sign-in attempts", () => {
  test("are rejected from the sixth attempt on, even with the correct password, and Retry-After says for how long", async () => {
    const { email } = await makeUser(api);
    const browser = openBrowser(api);
    for (let n = 0; n < 5; n += 1) {
      expect(await browser.signIn(email, "wrong")).toMatchObject(failure("sign-in-refused"));
    }
    const throttled = await browser.signIn(email);
    expect(throttled).toMatchObject({ status: 429, body: { code: "rate-limited" } });
    expect(throttled.headers.get("retry-after")).toBe("900");
    expect((await browser.call("GET", OVERVIEW)).status).toBe(401);
  });

  test("are counted per account alone if client addresses are unknown", async () => {
    const [first, second] = [await makeUser(api), await makeUser(api)];
    for (let n = 0; n < 5; n += 1) await openBrowser(api).signIn(first.email, "wrong");
    expect(await openBrowser(api).signIn(first.email)).toMatchObject({ status: 429 });
    expect(await openBrowser(api).signIn(second.email)).toMatchObject({ status: 200 });
  });

  test("are counted per connection address, even if the client sends X-Forwarded-For", async () => {
    const { email } = await makeUser(api);
    const from = (peer: string, forwarded: string) =>
      openBrowser(api, { "x-stagedoor-peer-address": peer, "x-forwarded-for": forwarded });
    for (let n = 0; n < 5; n += 1)
      await from("192.0.2.1", `198.51.100.${n}`).signIn(email, "wrong");
    expect(await from("192.0.2.1", "203.0.113.9").signIn(email)).toMatchObject({ status: 429 });
    expect(await from("192.0.2.2", "").signIn(email)).toMatchObject({ status: 200 });
  });
});

describe("a browser that has signed in before", () => {
  test("can sign in while strangers keep the account locked, even after a password reset", async () => {
    const { email } = await makeUser(api);
    const browser = openBrowser(api);
    await browser.signIn(email);
    const password = "another horse battery";
    await resetPassword(api.container.ports, { email, password });
    for (let n = 0; n < 6; n += 1) await openBrowser(api).signIn(email, "wrong");
    expect(await openBrowser(api).signIn(email, password)).toMatchObject({ status: 429 });
    expect(await browser.signIn(email, password)).toMatchObject({ status: 200 });
  });

  test("gets the same response as a stranger once its user is deactivated", async () => {
    const user = await makeUser(api);
    const browser = openBrowser(api);
    await browser.signIn(user.email);
    await deactivateUser(api.container.ports, user, { manager: "command", isForced: true });
    expect(await browser.signIn(user.email)).toMatchObject(failure("sign-in-refused"));
  });
});

describe("a session", () => {
  async function signedIn() {
    const user = await makeUser(api);
    const browser = openBrowser(api);
    await browser.signIn(user.email);
    expect((await browser.call("GET", OVERVIEW)).status).toBe(200);
    return { user, browser };
  }
  const ENDED = { status: 401, body: { code: "sign-in-required" } };

  test("ends immediately when its user is deactivated, and stays ended when the user is reactivated", async () => {
    const { user, browser } = await signedIn();
    await deactivateUser(api.container.ports, user, { manager: "command", isForced: true });
    expect(await browser.call("GET", OVERVIEW)).toMatchObject(ENDED);
    await resetPassword(api.container.ports, { email: user.email, password: PASSWORD });
    expect(await browser.call("GET", OVERVIEW)).toMatchObject(ENDED);
  });

  test("ends on sign-out: the cookie is cleared, and a copy of it no longer works", async () => {
    const { user, browser } = await signedIn();
    const [copy, elsewhere] = [openBrowser(api), openBrowser(api)];
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    await elsewhere.signIn(user.email);
    const answer = await browser.post("signout", { callbackUrl: "/login" });
    expect(answer).toMatchObject({ status: 200, body: { url: `${ORIGIN}/login` } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^stagedoor\.session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await browser.call("GET", OVERVIEW)).toMatchObject(ENDED);
    expect(await copy.call("GET", OVERVIEW)).toMatchObject(ENDED);
    expect((await elsewhere.call("GET", OVERVIEW)).status).toBe(200);
  });

  test("ends for every call that starts after the sign-out response, even while other calls are running", async () => {
    const { browser } = await signedIn();
    const copy = openBrowser(api);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const statusOf = async () => (await copy.call("GET", OVERVIEW)).status;
    const calls = Array.from({ length: 10 }, statusOf);
    await browser.post("signout");
    const later = await Promise.all(Array.from({ length: 10 }, statusOf));
    expect(new Set(later)).toEqual(new Set([401]));
    for (const status of await Promise.all(calls)) expect([200, 401]).toContain(status);
    expect(await statusOf()).toBe(401);
  });

  test("ends in every other browser when the user changes their password", async () => {
    const { user, browser } = await signedIn();
    const elsewhere = openBrowser(api);
    await elsewhere.signIn(user.email);
    const body = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    expect((await browser.call("POST", "/api/cockpit/account/password", { body })).status).toBe(
      204,
    );
    expect((await browser.call("GET", OVERVIEW)).status).toBe(200);
    expect(await elsewhere.call("GET", OVERVIEW)).toMatchObject(ENDED);
    expect(await elsewhere.signIn(user.email)).toMatchObject({ status: 401 });
    expect(await elsewhere.signIn(user.email, body.newPassword)).toMatchObject({ status: 200 });
  });
});
