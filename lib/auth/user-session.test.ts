import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import type { SecondFactorPolicy } from "@/lib/accounts/rules/second-factor";
import { type SessionStart, startSession } from "@/lib/accounts/use-cases/sign-in";
import { deactivateUser } from "@/lib/accounts/use-cases/users";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import type { Role } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { SessionSettings } from "./session-settings";
import { aSignedInUser, sealSession } from "./testing/signed-in.fixture";
import { createUserAuthenticator } from "./user-session";

const SESSION = { secret: "secret of tests", isSecure: false };
const ID = "019cbc00-0000-7000-8000-000000000001";
const ENDED = { code: "sign-in-required" };

async function arrange(session: SessionSettings = SESSION) {
  const ports = makePorts();
  const authenticate = createUserAuthenticator({
    ports,
    session,
    addressOf: (headers) => headers.get("x-test-address"),
  });
  const signedIn = await aSignedInUser(ports, session);
  const { user, sessionId } = signedIn;
  const claims = { sub: user.id, sid: sessionId };
  const withCookie = (cookie: string) => authenticate(new Headers({ cookie }));
  const cookie = signedIn.headers.cookie;
  return { ports, authenticate, withCookie, claims, ...signedIn, cookie };
}

describe("a session", () => {
  test("provides its user, their role, the creation time of their account, and the session's id", async () => {
    const { withCookie, cookie, user, sessionId } = await arrange();
    const { id, email, name, role, createdAt } = user;
    const signedIn = { id, email, name, role, since: createdAt, sessionId };
    const lacksSecondFactor = false;
    expect(await withCookie(cookie)).toEqual({ ...signedIn, lacksSecondFactor });
  });

  test("is found among other cookies", async () => {
    const { withCookie, cookie, user } = await arrange();
    const found = await withCookie(`theme=dark; ${cookie};stagedoor.session-other=x; broken; =y`);
    expect(found.id).toBe(user.id);
  });

  test("is assembled from the pieces of its cookie in numerical order", async () => {
    const { withCookie, user, claims } = await arrange();
    const token = await sealSession(claims, SESSION);
    const pieces = Array.from({ length: 11 }, (_, n) => token.slice(n * 10, (n + 1) * 10));
    pieces.push(token.slice(110));
    const cookies = pieces.map((piece, n) => `stagedoor.session.${n}=${piece}`).reverse();
    expect((await withCookie(cookies.join("; "))).id).toBe(user.id);
  });

  test("records when and where the session was last used", async () => {
    const { ports, authenticate, cookie, user } = await arrange();
    ports.clock.advanceSeconds(90);
    await authenticate(new Headers({ cookie, "x-test-address": "192.0.2.9" }));
    expect(await ports.sessions.list(user.id, ports.clock.now())).toMatchObject([
      { lastSeenAt: ports.clock.now(), address: "192.0.2.9" },
    ]);
  });

  test("over HTTPS is read only from the cookie that requires HTTPS", async () => {
    const { withCookie, cookie, user } = await arrange({ ...SESSION, isSecure: true });
    expect((await withCookie(cookie)).id).toBe(user.id);
    await expect(withCookie(cookie.replace("__Host-", ""))).rejects.toMatchObject(ENDED);
  });
});

describe("sign-in is required", () => {
  test.each([
    ["without cookies", {}],
    ["with an empty cookie", { cookie: "stagedoor.session=" }],
    ["with nonsense", { cookie: "stagedoor.session=a.b.c.d.e" }],
    ["with an invalid percent sign", { cookie: "stagedoor.session=%E0%A4%A" }],
  ])("%s", async (_what, headers) => {
    const { authenticate } = await arrange();
    await expect(authenticate(new Headers(headers))).rejects.toMatchObject(ENDED);
  });

  test("with the token as a bearer instead of a cookie", async () => {
    const { authenticate, claims } = await arrange();
    const authorization = `Bearer ${await sealSession(claims, SESSION)}`;
    await expect(authenticate(new Headers({ authorization }))).rejects.toMatchObject(ENDED);
  });

  test("with a session sealed with a different secret", async () => {
    const { withCookie, claims } = await arrange();
    const token = await sealSession(claims, { ...SESSION, secret: "another" });
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test("with an expired session", async () => {
    const { withCookie, claims } = await arrange();
    const token = await sealSession(claims, SESSION, -60);
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test.each([
    {},
    { sub: ID },
    { sid: ID },
    { sub: ID, sid: "no id" },
    { sub: "no id", sid: ID },
    { sub: ID, sessionVersion: 1 },
  ])("with a token that contains %j, like one from an older version", async (token) => {
    const { withCookie } = await arrange();
    const sealed = await encode({ token, secret: SESSION.secret });
    await expect(withCookie(`stagedoor.session=${sealed}`)).rejects.toMatchObject({
      ...ENDED,
      detail: "An update of Stagedoor ended this session. Sign in again.",
    });
  });

  test("with a session of a different user", async () => {
    const { ports, withCookie, claims } = await arrange();
    const other = await aSignedInUser(ports, SESSION);
    const token = await sealSession({ ...claims, sub: other.user.id }, SESSION);
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test("with a session that does not exist", async () => {
    const { withCookie, claims } = await arrange();
    const token = await sealSession({ ...claims, sid: ID }, SESSION);
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });
});

describe("a call with an ended session returns the reason", () => {
  test.each([
    ["signed-out", "You signed out of this session. Sign in again."],
    ["ended", "This session was ended from another device. Sign in again."],
    ["password-changed", "Your password was changed, which ended this session. Sign in again."],
    ["role-changed", "Your role was changed, which ended this session. Sign in again."],
    ["deactivated", "Your account was deactivated. Ask an administrator."],
  ] as const)("%s", async (because, detail) => {
    const { ports, withCookie, cookie, user, sessionId } = await arrange();
    await withCookie(cookie);
    const ending = { at: ports.clock.now(), because, note: null };
    await ports.sessions.end(user.id, { only: sessionId }, ending);
    await expect(withCookie(cookie)).rejects.toMatchObject({ ...ENDED, detail });
  });

  test("expiry", async () => {
    const { ports, withCookie, cookie } = await arrange();
    ports.clock.advanceSeconds(43_200);
    const detail = "This session has ended. Sign in again.";
    await expect(withCookie(cookie)).rejects.toMatchObject({ ...ENDED, detail });
  });

  test("deactivation of the user", async () => {
    const { ports, withCookie, cookie, user } = await arrange();
    await deactivateUser(ports, { userId: user.id }, { manager: "command", isForced: true });
    const detail = "Your account was deactivated. Ask an administrator.";
    await expect(withCookie(cookie)).rejects.toMatchObject({ ...ENDED, detail });
  });
});

test("an unreachable database signs nobody out", async () => {
  const { ports, headers } = await arrange();
  const outage = new DomainError("database-unavailable", "switched off");
  const sessions = { ...ports.sessions, findAndTouch: () => Promise.reject(outage) };
  const authenticate = createUserAuthenticator({
    ports: { ...ports, sessions },
    session: SESSION,
    addressOf: () => null,
  });
  await expect(authenticate(new Headers(headers))).rejects.toBe(outage);
});

describe("the requirement for a second factor", () => {
  const REQUIRED = { code: "second-factor-required" };

  async function arrangePolicy(
    policy: SecondFactorPolicy,
    role: Role,
    start: Partial<SessionStart>,
  ) {
    const ports = makePorts();
    const { user } = await aSignedInUser(ports, SESSION, role);
    const signIn = { user, address: null, userAgent: null, secondFactorAt: null } as const;
    const sid = await startSession(ports, { ...signIn, method: "password", ...start });
    const token = await sealSession({ sub: user.id, sid: sid ?? "" }, SESSION);
    const headers = new Headers({ cookie: `stagedoor.session=${token}` });
    const authenticate = createUserAuthenticator({
      ports: { ...ports, secondFactorPolicy: policy },
      session: SESSION,
      addressOf: () => null,
    });
    return (options = {}) => authenticate(headers, options);
  }

  test.each([
    ["administrators", "administrator"],
    ["everyone", "administrator"],
    ["everyone", "reviewer"],
    ["everyone", "reader"],
  ] as const)(
    "if it applies to %s, the session of an %s that was started without a second factor can only set one up",
    async (policy, role) => {
      const authenticate = await arrangePolicy(policy, role, {});
      await expect(authenticate()).rejects.toMatchObject(REQUIRED);
      const setsUp = await authenticate({ mayLackSecondFactor: true });
      expect(setsUp).toMatchObject({ role, lacksSecondFactor: true });
    },
  );

  test.each([
    ["nobody", "administrator", {}],
    ["administrators", "reviewer", {}],
    ["everyone", "administrator", { secondFactorAt: new Date(0) }],
    ["everyone", "administrator", { method: "single-sign-on" }],
  ] as const)(
    "if it applies to %s, a session of an %s with %j has full access",
    async (policy, role, start) => {
      const authenticate = await arrangePolicy(policy, role, start);
      expect(await authenticate()).toMatchObject({ role, lacksSecondFactor: false });
    },
  );
});
