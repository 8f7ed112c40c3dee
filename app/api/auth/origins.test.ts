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

describe("with an http PUBLIC_URL, whatever the Host header says", () => {
  test.each(["localhost:3000", "evil.example", "127.0.0.1:3000@evil.example"])(
    "responses to %j name only PUBLIC_URL",
    async (host) => {
      const { email } = await makeUser(api);
      const browser = openBrowser(api, { host });
      const callbackUrl = `http://${host}/cockpit?q=1`;
      const form = { email, password: PASSWORD, callbackUrl };
      const answers = [
        await browser.post("callback/credentials", { ...form, json: "false" }),
        await browser.post("callback/credentials", form),
        await browser.signIn(email, "wrong"),
        await browser.call("GET", "/api/auth/signin"),
        await browser.post("signout", { callbackUrl }),
      ];
      for (const { status, headers, body } of answers) {
        const text = JSON.stringify([headers.get("location"), body]);
        expect(text).not.toContain(host);
        if (status !== 200) expect(text).toContain("http://127.0.0.1:3000/");
      }
    },
  );

  test("the sign-in works, and keeps the requested page if it is given as a path", async () => {
    const { email } = await makeUser(api);
    const form = { email, password: PASSWORD, callbackUrl: "/cockpit?q=1" };
    const browser = openBrowser(api, { host: "localhost:3000" });
    const answer = await browser.post("callback/credentials", form);
    expect(answer.body).toEqual({ url: "http://127.0.0.1:3000/cockpit?q=1" });
    expect((await browser.call("GET", "/api/cockpit/webhook")).status).toBe(200);
  });
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
