import { describe, expect, test } from "vitest";
import { createUser } from "@/lib/accounts/use-cases/create-user";
import { DomainError } from "@/lib/kernel/rules/errors";
import { withApi } from "../core/with-api";
import { makeApiContext } from "../testing/api-context.fixture";
import type { InMemoryPorts } from "../testing/in-memory-ports";
import { authEndpoint } from "./auth-endpoint";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const ORIGIN = "https://stagedoor.example.com";

/** The endpoint behind a proxy that ends TLS and calls us by another name. */
async function arrange(change: (ports: InMemoryPorts) => Partial<InMemoryPorts> = () => ({})) {
  const made = makeApiContext({ trustedProxyHops: 1 });
  await createUser(made.ports, { email: EMAIL, name: "Ada", password: PASSWORD });
  const context = { ...made, ports: { ...made.ports, ...change(made.ports) } };
  const route = withApi(() => context, {
    GET: authEndpoint("GET", () => context.session),
    POST: authEndpoint("POST", () => context.session),
  });
  const send = (method: "GET" | "POST" | "HEAD", action: string, init: RequestInit = {}) =>
    route[method](new Request(`http://10.0.0.7:3000/api/auth/${action}`, { method, ...init }), {
      params: Promise.resolve({}),
    });
  const signIn = async (password = PASSWORD, headers: Record<string, string> = {}) => {
    const csrf = await send("GET", "csrf");
    const [cookie = ""] = csrf.headers.getSetCookie();
    const { csrfToken } = await csrf.json();
    const form = { email: EMAIL, password, csrfToken, json: "true" };
    const given = { host: "10.0.0.7:3000", cookie: cookie.split(";")[0] ?? "", ...headers };
    return send("POST", "callback/credentials", {
      body: new URLSearchParams(form),
      headers: given,
    });
  };
  return { context, send, signIn };
}

describe("behind https", () => {
  test("every cookie is Secure, and named so that only https can set it", async () => {
    const { context, send, signIn } = await arrange();
    const [csrf] = (await send("GET", "csrf")).headers.getSetCookie();
    expect(csrf).toMatch(/^__Host-stagedoor\.csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [session = ""] = (await signIn()).headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-stagedoor\.session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = session.split(";")[0] ?? "";
    const administrator = await context.authenticateAdministrator(new Headers({ cookie }));
    expect(administrator.email).toBe(EMAIL);
  });

  test("people are kept where the public URL is, whatever the proxy calls us", async () => {
    const { send, signIn } = await arrange();
    expect(await (await signIn()).json()).toEqual({ url: `${ORIGIN}/` });
    const query = new URLSearchParams({ callbackUrl: `${ORIGIN}/account` });
    const { headers } = await send("GET", `signin?${query}`);
    expect(headers.get("location")).toBe(
      `${ORIGIN}/login?${new URLSearchParams({ callbackUrl: `${ORIGIN}/account` })}`,
    );
  });

  test("tries count by the address that our proxy noted", async () => {
    const { signIn } = await arrange();
    const from = (address: string) => ({ "x-forwarded-for": `1.1.1.1, ${address}` });
    for (let n = 0; n < 5; n += 1) await signIn("wrong", from("192.0.2.1"));
    expect((await signIn(PASSWORD, from("192.0.2.1"))).status).toBe(401);
    expect((await signIn(PASSWORD, from("192.0.2.2"))).status).toBe(200);
  });
});

describe("what fails by itself is told by its code alone", () => {
  const down = () => Promise.reject(new DomainError("database-unavailable", "the inner reason"));
  const broken = () => Promise.reject(new Error("the inner reason"));

  test.each([
    ["database-unavailable", down],
    ["internal-error", broken],
  ])("%s", async (code, countTry) => {
    const { context, signIn } = await arrange((ports) => ({
      signInThrottle: { ...ports.signInThrottle, countTry },
    }));
    const answer = await signIn();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ url: `${ORIGIN}/api/auth/error?error=${code}` });
    expect(JSON.stringify(context.log.lines())).toContain("the inner reason");
  });
});

test("while too many passwords are checked, one is told when to come again", async () => {
  const busy = new DomainError("rate-limited", "too many", { retryAfterSeconds: 5 });
  const { signIn } = await arrange((ports) => ({
    passwordHasher: { ...ports.passwordHasher, verify: () => Promise.reject(busy) },
  }));
  const url = `${ORIGIN}/api/auth/error?error=${encodeURIComponent("sign-in-throttled:5")}`;
  expect(await (await signIn()).json()).toEqual({ url });
});

test("the log says who tried from where, and neither email nor password", async () => {
  const { context, signIn } = await arrange();
  await signIn("a wrong password", { "x-forwarded-for": "192.0.2.1" });
  await signIn();
  const text = JSON.stringify(context.log.lines());
  expect(text).toContain('"outcome":"refused","address":"192.0.2.1"');
  expect(text).toContain('"outcome":"signed-in"');
  expect(text).not.toMatch(/ada@|wrong password|horse/);
});

test("a refused try is a warning, as every 401 is", async () => {
  const { context, signIn } = await arrange();
  await signIn("a wrong password");
  const refused = context.log.lines().filter(({ status }) => status === 401);
  expect(refused).toMatchObject([{ level: 40, path: "/api/auth/callback/credentials" }]);
});

test("HEAD is answered like GET", async () => {
  const { send } = await arrange();
  expect((await send("HEAD", "csrf")).status).toBe(200);
});
