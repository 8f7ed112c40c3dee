import { describe, expect, test } from "vitest";
import { createSignIn } from "./sign-in";

const ORIGIN = "http://stagedoor.test";
const CSRF = { csrfToken: "token" };

/** Signs in to a server that responds to the second call with `answer`. */
async function signInThatGets(answer: () => Response | Promise<Response>) {
  const requests: { path: string; init: RequestInit | undefined }[] = [];
  const signIn = createSignIn(async (path, init) => {
    requests.push({ path: String(path), init });
    return requests.length === 1 ? Response.json(CSRF) : answer();
  });
  return { outcome: await signIn("ada@example.com", "a+b & c"), requests };
}

const redirected = (status: number, path: string) => () =>
  Response.json({ url: `${ORIGIN}${path}` }, { status });

describe("signing in", () => {
  test("sends the form that next-auth expects, with its token", async () => {
    const { outcome, requests } = await signInThatGets(redirected(200, "/"));
    expect(outcome).toEqual({ kind: "signed-in" });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/auth/csrf",
      "/api/auth/callback/credentials",
    ]);
    const { body, method } = requests[1]?.init ?? {};
    expect(method).toBe("POST");
    expect(Object.fromEntries(body as URLSearchParams)).toEqual({
      email: "ada@example.com",
      password: "a+b & c",
      code: "",
      csrfToken: "token",
      json: "true",
    });
  });

  test.each([
    [401, "/api/auth/error?error=sign-in-refused", "refused"],
    [401, "/api/auth/error?error=code-needed", "code-needed"],
    [401, "/api/auth/error?error=code-refused", "code-refused"],
    [403, "/login?error=cookies-needed", "cookies-needed"],
    [401, "/api/auth/error?error=something-new", "unreachable"],
    [200, "/api/auth/error?error=sign-in-refused", "refused"],
  ])("maps status %d with the URL %s to %s", async (status, path, kind) => {
    expect((await signInThatGets(redirected(status, path))).outcome).toEqual({ kind });
  });

  test.each([
    ["the seconds in Retry-After", { "retry-after": "900" }, 900],
    ["an hour at most", { "retry-after": "86400" }, 3600],
    ["a minute if that header is missing", {}, 60],
    ["a minute if the header is unreadable", { "retry-after": "soon" }, 60],
  ])("is throttled by a 429 for %s", async (_what, headers, retryAfterSeconds) => {
    const answer = () => Response.json({ code: "rate-limited" }, { status: 429, headers });
    const { outcome } = await signInThatGets(answer);
    expect(outcome).toEqual({ kind: "throttled", retryAfterSeconds });
  });

  test("is also throttled by a 429 whose body is a proxy's HTML page", async () => {
    const answer = () => new Response("<h1>Too Many Requests</h1>", { status: 429 });
    expect((await signInThatGets(answer)).outcome).toMatchObject({ kind: "throttled" });
  });

  test.each([
    ["a problem", () => Response.json({ code: "database-unavailable" }, { status: 503 })],
    ["an HTML page from a proxy", () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
    ["no response", () => Promise.reject(new TypeError("fetch failed"))],
    ["a success page from a captive portal", () => new Response("<h1>Sign in to Wi-Fi</h1>")],
  ])("reports %s as unreachable", async (_what, answer) => {
    expect((await signInThatGets(answer)).outcome).toEqual({ kind: "unreachable" });
  });

  test("does not send the password if it does not receive a token", async () => {
    const paths: string[] = [];
    const signIn = createSignIn(async (path) => {
      paths.push(String(path));
      return new Response("", { status: 503 });
    });
    expect(await signIn("a", "b")).toEqual({ kind: "unreachable" });
    expect(paths).toEqual(["/api/auth/csrf"]);
  });
});
