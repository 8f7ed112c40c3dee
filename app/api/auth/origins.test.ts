import { describe, expect, test } from "vitest";
import { prepareApi } from "../../testing/api.fixture";
import { makeUser, openBrowser, PASSWORD } from "../../testing/sign-in.fixture";

const api = prepareApi();
const STRANGERS = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "http://127.0.0.1:3000@evil.example/",
  "http://127.0.0.1:3001/",
  "javascript:alert(1)",
  "no address",
];

describe("no redirect leaves our origin", () => {
  test.each(STRANGERS)("after sign-in with callbackUrl %j", async (callbackUrl) => {
    const { email } = await makeUser(api);
    const browser = openBrowser(api);
    const form = { email, password: PASSWORD, callbackUrl };
    const answer = await browser.post("callback/credentials", form);
    expect(answer.body).toEqual({ url: "http://127.0.0.1:3000/" });
    const bare = await browser.post("callback/credentials", { ...form, json: "false" });
    expect(bare.headers.get("location")).toBe("http://127.0.0.1:3000/");
    const out = await browser.post("signout", { callbackUrl });
    expect(out.body).toEqual({ url: "http://127.0.0.1:3000/" });
  });

  test.each(STRANGERS)("to the sign-in page with callbackUrl %j", async (callbackUrl) => {
    const query = new URLSearchParams({ callbackUrl });
    const { status, headers } = await openBrowser(api).call("GET", `/api/auth/signin?${query}`);
    expect(status).toBe(302);
    const callback = new URLSearchParams({ callbackUrl: "http://127.0.0.1:3000/" });
    expect(headers.get("location")).toBe(`http://127.0.0.1:3000/login?${callback}`);
  });

  test.each([{ "x-forwarded-host": "evil.example" }, { "x-forwarded-proto": "https" }])(
    "because of the header %j",
    async (headers) => {
      const { email } = await makeUser(api);
      const answer = await openBrowser(api, headers).signIn(email);
      expect(answer.body).toEqual({ url: "http://127.0.0.1:3000/" });
    },
  );
});

describe("each host name of the application", () => {
  test.each(["localhost:3000", "127.0.0.1:3000", "archive.internal"])(
    "%s is kept in the redirect",
    async (host) => {
      const { email } = await makeUser(api);
      const callbackUrl = `http://${host}/cockpit?q=1`;
      const answer = await openBrowser(api, { host }).post("callback/credentials", {
        ...{ email, password: PASSWORD, callbackUrl },
      });
      expect(answer.body).toEqual({ url: callbackUrl });
      const refused = await openBrowser(api, { host }).signIn(email, "wrong");
      expect(refused.body).toEqual({
        url: `http://${host}/api/auth/error?error=sign-in-refused`,
      });
    },
  );
});

describe("forged requests", () => {
  test("are rejected even with the correct password if they come from another site", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    const { email } = await makeUser(api);
    const browser = openBrowser(api, headers);
    expect(await browser.signIn(email)).toMatchObject({
      status: 403,
      body: { code: "cross-site-request" },
    });
  });

  test("get no session without the token or without cookies", async () => {
    const { email } = await makeUser(api);
    const browser = openBrowser(api);
    const form = { email, password: PASSWORD, csrfToken: "a".repeat(64) };
    const answer = await browser.post("callback/credentials", form);
    expect(answer).toMatchObject({
      status: 403,
      body: { url: "http://127.0.0.1:3000/login?error=cookies-needed" },
    });
    expect([...browser.cookies.keys()]).toEqual(["stagedoor.csrf"]);
  });
});

describe("the other next-auth endpoints", () => {
  test.each([
    ["GET", "session"],
    ["GET", "signout"],
    ["GET", "verify-request"],
    ["GET", "callback/credentials"],
    ["GET", "callback/github"],
    ["GET", "__proto__"],
    ["POST", "session"],
    ["POST", "signin/credentials"],
    ["POST", "_log"],
  ] as const)("%s %s is not available", async (method, action) => {
    const body = method === "POST" ? { body: {} } : {};
    const answer = await openBrowser(api).call(method, `/api/auth/${action}`, body);
    expect(answer).toMatchObject({ status: 404, body: { code: "not-found" } });
  });

  test("a body that is not a form, or is too large, is rejected", async () => {
    const browser = openBrowser(api);
    const path = "/api/auth/callback/credentials";
    expect(await browser.call("POST", path, { body: {} })).toMatchObject({ status: 415 });
    const large = await browser.signIn("a@example.com", "x".repeat(70_000));
    expect(large).toMatchObject({ status: 413, body: { code: "body-too-large" } });
  });
});
