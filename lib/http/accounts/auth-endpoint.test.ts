import { describe, expect, test } from "vitest";
import { createUser } from "@/lib/accounts/use-cases/new-users";
import { hashRecoveryCode } from "@/lib/accounts/use-cases/second-factor";
import { deactivateUser } from "@/lib/accounts/use-cases/users";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { unknownPath } from "../core/create-endpoints";
import { cockpitProblem } from "../core/schemas";
import type { makeApiContext } from "../testing/api-context.fixture";
import { arrangeAuth as arrange, EMAIL, ORIGIN, PASSWORD } from "./auth-endpoint.fixture";

describe("behind a proxy with https", () => {
  test("every cookie is Secure and has a name that can be set only over https", async () => {
    const { context, send, signIn } = await arrange();
    const [csrf] = (await send("GET", "csrf")).headers.getSetCookie();
    expect(csrf).toMatch(/^__Host-stagedoor\.csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [session = ""] = (await signIn()).headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-stagedoor\.session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = session.split(";")[0] ?? "";
    const administrator = await context.authenticateUser(new Headers({ cookie }));
    expect(administrator.email).toBe(EMAIL);
  });

  test("redirects stay on the public URL, even if the proxy calls us under a different name", async () => {
    const { send, signIn } = await arrange();
    expect(await (await signIn()).json()).toEqual({ url: `${ORIGIN}/` });
    const query = new URLSearchParams({ callbackUrl: `${ORIGIN}/account` });
    const { headers } = await send("GET", `signin?${query}`);
    expect(headers.get("location")).toBe(
      `${ORIGIN}/login?${new URLSearchParams({ callbackUrl: `${ORIGIN}/account` })}`,
    );
  });

  test("attempts are counted for the address that the proxy recorded", async () => {
    const { signIn } = await arrange();
    const from = (address: string) => ({ "x-forwarded-for": `1.1.1.1, ${address}` });
    for (let n = 0; n < 5; n += 1) await signIn("wrong", from("192.0.2.1"));
    expect((await signIn(PASSWORD, from("192.0.2.1"))).status).toBe(429);
    expect((await signIn(PASSWORD, from("192.0.2.2"))).status).toBe(200);
  });
});

describe("an unexpected failure returns a problem that does not reveal its cause", () => {
  const down = () => Promise.reject(new DomainError("database-unavailable", "It is not there."));
  const broken = () => Promise.reject(new Error("the inner reason"));

  test.each([
    ["database-unavailable", 503, down],
    ["internal-error", 500, broken],
  ])("%s", async (code, status, countTry) => {
    const { context, signIn } = await arrange((ports) => ({
      signInThrottle: { ...ports.signInThrottle, countTry },
    }));
    const answer = await signIn();
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const body = await answer.json();
    expect(cockpitProblem.parse(body).code).toBe(code);
    expect(JSON.stringify(body)).not.toContain("inner reason");
    expect(context.log.lines().filter(({ level }) => level === 50)).toHaveLength(1);
  });
});

describe("too many attempts", () => {
  async function throttled(parts: Awaited<ReturnType<typeof arrange>>, more = {}) {
    for (let n = 0; n < 5; n += 1) await parts.signIn("wrong");
    return parts.signIn(PASSWORD, {}, more);
  }

  test.each([{ json: "true" }, { json: "false" }])(
    "are answered with 429 if the form contains %j",
    async (more) => {
      const answer = await throttled(await arrange(), more);
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("900");
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(cockpitProblem.parse(await answer.json())).toMatchObject({
        code: "rate-limited",
        status: 429,
        detail: "Too many attempts to sign in. Try again in 900 s.",
      });
    },
  );

  test("are answered with 429 and the time to wait if too many passwords are already being checked", async () => {
    const busy = new DomainError("rate-limited", "too many", { retryAfterSeconds: 5 });
    const { signIn } = await arrange((ports) => ({
      passwordHasher: { ...ports.passwordHasher, inTurn: () => Promise.reject(busy) },
    }));
    const answer = await signIn();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await answer.json()).detail).toBe("too many");
  });

  test("are not caused by API calls from the same address", async () => {
    const { context, signIn } = await arrange(undefined, { perAddressPerMinute: 1 });
    const { GET } = unknownPath(() => context);
    const url = "https://stagedoor.example.com/external-api/things";
    const call = () => GET(new Request(url), { params: Promise.resolve({}) });
    expect([(await call()).status, (await call()).status]).toEqual([404, 429]);
    expect((await signIn()).status).toBe(200);
  });
});

describe("a browser that has signed in to the account before", () => {
  const cookieOf = (answer: Response) =>
    answer.headers.getSetCookie().find((cookie) => cookie.includes("stagedoor.browser=")) ?? "";
  const lockOut = async ({ ports: { signInThrottle } }: ReturnType<typeof makeApiContext>) => {
    for (let n = 0; n < 60; n += 1) {
      await signInThrottle.countTry({ email: EMAIL, address: `4 ${n}`, knownAs: null });
    }
  };

  test("receives a cookie for 90 days that scripts cannot read and other sites cannot send", async () => {
    const { signIn } = await arrange();
    expect(cookieOf(await signIn())).toMatch(
      /^__Host-stagedoor\.browser=[\w.-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test("can sign in with the correct password even if strangers have locked the account", async () => {
    const { context, signIn } = await arrange();
    const cookie = cookieOf(await signIn()).split(";")[0] ?? "";
    await lockOut(context);
    expect((await signIn()).status).toBe(429);
    expect((await signIn(PASSWORD, { cookie })).status).toBe(200);
  });

  test("has its own five attempts", async () => {
    const { signIn } = await arrange();
    const cookie = cookieOf(await signIn()).split(";")[0] ?? "";
    for (let n = 0; n < 5; n += 1) {
      expect((await signIn("wrong", { cookie })).status).toBe(401);
    }
    expect((await signIn(PASSWORD, { cookie })).status).toBe(429);
    expect((await signIn()).status).toBe(200);
  });

  test("counts as a stranger for every other account", async () => {
    const { context, signIn } = await arrange();
    const cookie = cookieOf(await signIn()).split(";")[0] ?? "";
    const email = "bob@example.com";
    await createUser(context.ports, {
      email,
      name: "Bob",
      role: "administrator",
      password: PASSWORD,
    });
    for (let n = 0; n < 5; n += 1) await signIn("wrong", {}, { email });
    expect((await signIn(PASSWORD, { cookie }, { email })).status).toBe(429);
  });
});

test("a sign-in is rejected if the account changes while its password is being checked", async () => {
  const { context, signIn } = await arrange(({ signInThrottle, users, clock }) => ({
    signInThrottle: {
      ...signInThrottle,
      forgive: async () => {
        const user = await users.findForSignIn(EMAIL);
        const forced = { manager: "command", isForced: true } as const;
        await deactivateUser({ users, clock }, { userId: user?.id ?? "" }, forced);
      },
    },
  }));
  const answer = await signIn();
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect(JSON.stringify(context.log.lines())).toContain('"outcome":"refused"');
});

test("attempts with made-up accounts lock nobody out if the number of proxies is unknown", async () => {
  const { signIn } = await arrange(undefined, { trustedProxyHops: null });
  const from = (n: number) => ({ "x-forwarded-for": `192.0.2.${n}` });
  for (let n = 0; n < 30; n += 1) {
    expect((await signIn("wrong", from(n), { email: `${n}@example.com` })).status).toBe(401);
  }
  expect((await signIn()).status).toBe(200);
});

test("sign-ins whose address the proxy did not record are throttled together, and record no address", async () => {
  const { context, signIn } = await arrange();
  const from = (forwarded: string) => ({
    "x-forwarded-for": forwarded,
    "x-stagedoor-peer-address": "10.0.0.1",
  });
  for (let n = 0; n < 20; n += 1) {
    const email = `${n}@example.com`;
    expect((await signIn("wrong", from(`_${n}`), { email })).status).toBe(401);
  }
  expect((await signIn("wrong", from("_20"), { email: "20@example.com" })).status).toBe(429);
  expect((await signIn(PASSWORD, from("192.0.2.1"))).status).toBe(200);
  expect(JSON.stringify(context.log.lines())).not.toContain("10.0.0.1");
});

test("the log contains the address of a sign-in, but neither its email nor its password", async () => {
  const { context, signIn } = await arrange();
  await signIn("a wrong password", { "x-forwarded-for": "192.0.2.1" });
  await signIn();
  const text = JSON.stringify(context.log.lines());
  expect(text).toMatch(/"outcome":"refused","address":"192\.0\.2\.1","account":"[\w-]{12}"/);
  expect(text).toContain('"outcome":"signed-in"');
  expect(text).not.toMatch(/ada@|wrong password|horse/);
});

test("the log and the audit log record that a recovery code was used", async () => {
  const { context, signIn } = await arrange();
  const { secondFactors, users } = context.ports;
  const { id = "" } = (await users.findForSignIn(EMAIL)) ?? {};
  const factor = { secret: Buffer.from("sealed"), at: new Date() };
  await secondFactors.begin(id, factor);
  const recoveryCodeHashes = [hashRecoveryCode("0123456789abcdef")];
  const proof = { ...factor, step: 1, recoveryCodeHashes, sessionId: "", note: anAuditNote() };
  await secondFactors.confirm(id, proof);
  const from = { "x-forwarded-for": "192.0.2.1" };
  const answer = await signIn(undefined, from, { code: "0123-4567-89ab-cdef" });
  expect(answer.status).toBe(200);
  expect(context.log.lines()).toContainEqual(
    expect.objectContaining({ outcome: "signed-in", secondFactor: "recovery-code" }),
  );
  expect(secondFactors.takeNotes().at(-1)).toMatchObject({
    action: "recovery-code-used",
    author: { address: "192.0.2.1" },
  });
});

test("a rejected attempt is logged as a warning, as every 401 is", async () => {
  const { context, signIn } = await arrange();
  await signIn("a wrong password");
  const refused = context.log.lines().filter(({ status }) => status === 401);
  expect(refused).toMatchObject([{ level: 40, path: "/api/auth/callback/credentials" }]);
});

test("HEAD returns the same status as GET", async () => {
  const { send } = await arrange();
  expect((await send("HEAD", "csrf")).status).toBe(200);
});
