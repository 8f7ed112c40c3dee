import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { SessionSettings } from "./session-settings";
import { aSignedInUser, sealSession } from "./testing/signed-in.fixture";
import { createUserAuthenticator } from "./user-session";

const SESSION = { secret: "secret of tests", isSecure: false };
const ENDED = { code: "sign-in-required" };

async function arrange(session: SessionSettings = SESSION) {
  const ports = makePorts();
  const authenticate = createUserAuthenticator(ports, session);
  const signedIn = await aSignedInUser(ports, session);
  const withCookie = (cookie: string) => authenticate(new Headers({ cookie }));
  return { ports, authenticate, withCookie, ...signedIn, cookie: signedIn.headers.cookie };
}

describe("a session", () => {
  test("names its user, their role, and since when they have an account", async () => {
    const { withCookie, cookie, user } = await arrange();
    const { id, email, name, role, createdAt } = user;
    expect(await withCookie(cookie)).toEqual({ id, email, name, role, since: createdAt });
  });

  test("is found among other cookies", async () => {
    const { withCookie, cookie, user } = await arrange();
    const found = await withCookie(`theme=dark; ${cookie};stagedoor.session-other=x; broken; =y`);
    expect(found.id).toBe(user.id);
  });

  test("is put together from pieces, in the order of their numbers", async () => {
    const { withCookie, user } = await arrange();
    const token = await sealSession(user, SESSION);
    const pieces = Array.from({ length: 11 }, (_, n) => token.slice(n * 10, (n + 1) * 10));
    pieces.push(token.slice(110));
    const cookies = pieces.map((piece, n) => `stagedoor.session.${n}=${piece}`).reverse();
    expect((await withCookie(cookies.join("; "))).id).toBe(user.id);
  });

  test("over https is read only from the cookie that https alone may set", async () => {
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
    ["with a percent sign that says nothing", { cookie: "stagedoor.session=%E0%A4%A" }],
  ])("%s", async (_what, headers) => {
    const { authenticate } = await arrange();
    await expect(authenticate(new Headers(headers))).rejects.toMatchObject(ENDED);
  });

  test("with the token as a bearer instead of a cookie", async () => {
    const { authenticate, user } = await arrange();
    const authorization = `Bearer ${await sealSession(user, SESSION)}`;
    await expect(authenticate(new Headers({ authorization }))).rejects.toMatchObject(ENDED);
  });

  test("with a session sealed by another secret", async () => {
    const { withCookie, user } = await arrange();
    const token = await sealSession(user, { ...SESSION, secret: "another" });
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test("with a session whose time is over", async () => {
    const { withCookie, user } = await arrange();
    const token = await sealSession(user, SESSION, -60);
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test.each([{}, { sub: "019cbc00-0000-7000-8000-000000000001" }, { sessionVersion: 1 }])(
    "with a token that says %j",
    async (token) => {
      const { withCookie } = await arrange();
      const sealed = await encode({ token, secret: SESSION.secret });
      await expect(withCookie(`stagedoor.session=${sealed}`)).rejects.toMatchObject(ENDED);
    },
  );

  test("as soon as the password is another one", async () => {
    const { ports, withCookie, cookie, user } = await arrange();
    await withCookie(cookie);
    const given = {
      passwordHash: "other",
      at: ports.clock.now(),
      replacing: null,
      keeping: null,
      note: anAuditNote(),
    };
    await ports.users.setPassword(user.id, given);
    await expect(withCookie(cookie)).rejects.toMatchObject(ENDED);
  });

  test("as soon as the user is deactivated", async () => {
    const { ports, withCookie, cookie, user } = await arrange();
    await withCookie(cookie);
    await deactivateUser(ports, { userId: user.id }, { manager: "command", isForced: true });
    await expect(withCookie(cookie)).rejects.toMatchObject(ENDED);
  });

  test("for a deactivated user, whenever the session was made", async () => {
    const { ports, withCookie, user } = await arrange();
    const { user: deactivated } = await deactivateUser(
      ports,
      { userId: user.id },
      { manager: "command", isForced: true },
    );
    const token = await sealSession(deactivated, SESSION);
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });

  test("for a user that is gone", async () => {
    const { withCookie } = await arrange();
    const token = await sealSession(
      { id: "019cbc00-0000-7000-8000-00000000dead", sessionVersion: 1 },
      SESSION,
    );
    await expect(withCookie(`stagedoor.session=${token}`)).rejects.toMatchObject(ENDED);
  });
});

test("a database that is not there signs nobody out", async () => {
  const { ports, headers } = await arrange();
  const outage = new DomainError("database-unavailable", "switched off");
  const users = { ...ports.users, find: () => Promise.reject(outage) };
  const authenticate = createUserAuthenticator({ users }, SESSION);
  await expect(authenticate(new Headers(headers))).rejects.toBe(outage);
});
