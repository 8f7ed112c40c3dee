import { describe, expect, test } from "vitest";
import type { Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser } from "./new-users";
import { changePassword } from "./passwords";
import { signIn, startSession } from "./sign-in";
import { deactivateUser } from "./users";

const OLD = "correct horse battery";
const NEW = "another horse battery";
const EMAIL = "ada@example.com";
const ADDRESS = "4 1";

async function arrange() {
  const ports = makeAccountPorts();
  const { user } = await createUser(ports, {
    email: EMAIL,
    name: "Ada",
    role: "administrator",
    password: OLD,
  });
  const start = async () => {
    const browser = { address: null, userAgent: null };
    const started = { user, method: "password", secondFactorAt: null, ...browser } as const;
    return (await startSession(ports, started)) ?? "";
  };
  const sessionId = await start();
  const openIds = async () =>
    (await ports.sessions.list(user.id, ports.clock.now())).map(({ id }) => id);
  const actor: Person = {
    kind: "reader",
    id: user.id,
    sessionId: null,
    requestId: "r",
    address: "192.0.2.1",
  };
  const change = (overrides: Partial<Parameters<typeof changePassword>[1]> = {}) =>
    changePassword(ports, {
      actor,
      sessionId,
      currentPassword: OLD,
      newPassword: NEW,
      ...overrides,
    });
  const trySignIn = async (password: string) =>
    (await signIn(ports, { email: EMAIL, password, address: "4 2", knownAs: null })).kind;
  return { ports, user, actor, sessionId, start, openIds, change, trySignIn };
}

describe("a new password", () => {
  test("replaces the old password", async () => {
    const { ports, user, change, trySignIn } = await arrange();
    ports.clock.advanceSeconds(60);
    await change();
    expect([await trySignIn(OLD), await trySignIn(NEW)]).toEqual(["refused", "signed-in"]);
    expect(await ports.users.find(user.id)).toMatchObject({
      sessionVersion: user.sessionVersion + 1,
      passwordChangedAt: expect.toSatisfy((at: Date) => at > user.passwordChangedAt),
    });
  });

  test("ends every other session and keeps the session in which the password was changed", async () => {
    const { start, sessionId, openIds, change } = await arrange();
    const other = await start();
    expect((await openIds()).sort()).toEqual([sessionId, other].sort());
    await change();
    expect(await openIds()).toEqual([sessionId]);
  });

  test("is audited without the passwords", async () => {
    const { ports, user, change } = await arrange();
    await change();
    const author = { actor: `reader:${user.id}`, requestId: "r", address: "192.0.2.1" };
    expect(ports.auditNotes.slice(1)).toEqual([
      { at: ports.clock.now(), author, action: "password-changed", subject: `user:${user.id}` },
    ]);
  });

  test.each([
    ["that is too short", "short", "must have at least 12 characters"],
    ["that is the old one", OLD, "must be different from the current password"],
    [
      "that is the old one, written otherwise",
      "ｃorrect horse battery",
      "must be different from the current password",
    ],
  ])("%s changes nothing", async (_what, newPassword, detail) => {
    const { change, trySignIn } = await arrange();
    await expect(change({ newPassword })).rejects.toMatchObject({
      code: "validation-failed",
      errors: [{ pointer: "#/newPassword", detail }],
    });
    expect(await trySignIn(OLD)).toBe("signed-in");
  });
});

describe("the current password", () => {
  test("must be correct, otherwise nothing changes", async () => {
    const { change, trySignIn } = await arrange();
    await expect(change({ currentPassword: "wrong" })).rejects.toMatchObject({
      code: "sign-in-refused",
      errors: [{ pointer: "#/currentPassword", detail: "is not your password" }],
    });
    expect([await trySignIn(NEW), await trySignIn(OLD)]).toEqual(["refused", "signed-in"]);
  });

  test("allows five wrong attempts, which do not affect signing in", async () => {
    const { ports, change } = await arrange();
    for (let n = 0; n < 5; n += 1) {
      await expect(change({ currentPassword: "wrong" })).rejects.toMatchObject({
        code: "sign-in-refused",
      });
    }
    await expect(change()).rejects.toMatchObject({ code: "rate-limited", retryAfterSeconds: 900 });
    const input = { email: EMAIL, password: OLD, address: ADDRESS, knownAs: null };
    expect(await signIn(ports, input)).toMatchObject({ kind: "signed-in" });
  });

  test("can be entered even if strangers have used up every sign-in attempt", async () => {
    const { ports, change, trySignIn } = await arrange();
    for (let n = 0; n < 60; n += 1) {
      await ports.signInThrottle.countTry({ email: EMAIL, address: `4 ${n}`, knownAs: null });
    }
    await change();
    expect(await trySignIn(NEW)).toBe("throttled");
  });
});

test("a flood of sign-ins by strangers does not prevent anybody from changing a password", async () => {
  const { ports, change, trySignIn } = await arrange();
  const queues: string[] = [];
  const inTurn = <T>(who: string, work: () => Promise<T>) => {
    queues.push(who);
    return work();
  };
  Object.assign(ports, { passwordHasher: { ...ports.passwordHasher, inTurn } });
  await change();
  expect(queues).toEqual(["known"]);
  expect(await trySignIn(NEW)).toBe("signed-in");
});

test("a successful change resets the count of wrong passwords", async () => {
  const { change } = await arrange();
  for (let n = 0; n < 4; n += 1) await change({ currentPassword: "wrong" }).catch(() => undefined);
  await change();
  const wrong = { currentPassword: "wrong", newPassword: "a third horse battery" };
  for (let n = 0; n < 5; n += 1) {
    await expect(change(wrong)).rejects.toMatchObject({ code: "sign-in-refused" });
  }
});

test("a failure leaves the old password in place, because writing the new one is the last step", async () => {
  const { ports, change, trySignIn } = await arrange();
  const { forgive } = ports.signInThrottle;
  const outage = new DomainError("database-unavailable", "switched off");
  Object.assign(ports.signInThrottle, { forgive: () => Promise.reject(outage) });
  await expect(change()).rejects.toBe(outage);
  Object.assign(ports.signInThrottle, { forgive });
  expect([await trySignIn(NEW), await trySignIn(OLD)]).toEqual(["refused", "signed-in"]);
});

test("a deactivated or unknown user cannot change anything", async () => {
  const { ports, actor, change } = await arrange();
  const ended = { code: "sign-in-required" };
  const nobody = { ...actor, id: ports.ids.uuid() };
  await expect(change({ actor: nobody })).rejects.toMatchObject(ended);
  await deactivateUser(ports, { email: EMAIL }, { manager: "command", isForced: true });
  await expect(change()).rejects.toMatchObject(ended);
});

test("a user who is deactivated while the password is being hashed stays deactivated", async () => {
  const { ports, change, user, trySignIn } = await arrange();
  const { hash } = ports.passwordHasher;
  const hashLate = async (password: string) => {
    await deactivateUser(ports, { email: EMAIL }, { manager: "command", isForced: true });
    return hash(password);
  };
  Object.assign(ports, { passwordHasher: { ...ports.passwordHasher, hash: hashLate } });
  await expect(change()).rejects.toMatchObject({ code: "sign-in-required" });
  expect(await ports.users.find(user.id)).toMatchObject({ deactivatedAt: expect.any(Date) });
  expect(await trySignIn(NEW)).toBe("refused");
});
