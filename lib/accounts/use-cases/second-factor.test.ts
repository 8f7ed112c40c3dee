import { describe, expect, test } from "vitest";
import {
  aUserWithSecondFactor,
  aUserWithSession,
  PASSWORD,
} from "../testing/with-second-factor.fixture";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findOwnSecondFactor,
  removeOwnSecondFactor,
  replaceRecoveryCodes,
} from "./own-second-factor";
import { changePassword } from "./passwords";
import { removeSecondFactor } from "./second-factor";
import { startSession } from "./sign-in";

const WRONG_PASSWORD = {
  code: "sign-in-refused",
  errors: [{ pointer: "#/currentPassword", detail: "is not your password" }],
};
const WRONG_CODE = {
  code: "sign-in-refused",
  errors: [{ pointer: "#/code", detail: "is wrong" }],
};
const CHANGED = { code: "second-factor-changed" };

async function begun() {
  const account = await aUserWithSession();
  const { secret } = await beginSecondFactor(account.ports, account.user);
  const { ports, actor, sessionId } = account;
  const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now());
  return { ...account, secret, input: { actor, sessionId, currentPassword: PASSWORD, code } };
}

describe("setting up", () => {
  test("returns the data that the app needs, and stores the secret encrypted", async () => {
    const { ports, user } = await aUserWithSession();
    const { secret, address } = await beginSecondFactor(ports, user);
    expect(address).toContain(secret);
    const stored = (await ports.secondFactors.find(user.id))?.secret.toString() ?? "";
    expect(stored).toMatch(/^sealed/);
    expect(ports.secretBox.open(Buffer.from(stored))).toBe(secret);
  });

  test("returns ten different recovery codes and is audited without them", async () => {
    const { ports, input, user } = await begun();
    const codes = await confirmSecondFactor(ports, input);
    expect(new Set(codes).size).toBe(10);
    const notes = ports.secondFactors.takeNotes();
    expect(notes).toMatchObject([{ action: "second-factor-added", subject: `user:${user.id}` }]);
    expect(JSON.stringify(notes)).not.toContain(codes[0]);
  });

  test("keeps this session, which then counts as having provided a code, and ends all others", async () => {
    const { ports, input, user, sessionId } = await begun();
    const other = { user, method: "password", secondFactorAt: null } as const;
    await startSession(ports, { ...other, address: null, userAgent: null });
    await confirmSecondFactor(ports, input);
    const open = await ports.sessions.list(user.id, ports.clock.now());
    expect(open).toMatchObject([{ id: sessionId, secondFactorAt: ports.clock.now() }]);
  });

  test.each([
    ["the wrong password", { currentPassword: "wrong horse battery" }, WRONG_PASSWORD],
    ["a wrong code", { code: "000000" }, WRONG_CODE],
    ["a recovery code, of which there are none yet", { code: "0123-4567-89ab-cdef" }, WRONG_CODE],
    ["no code", { code: "" }, WRONG_CODE],
  ])("%s does not turn the second factor on", async (_what, wrong, problem) => {
    const { ports, input, user } = await begun();
    await expect(confirmSecondFactor(ports, { ...input, ...wrong })).rejects.toMatchObject(problem);
    expect(await ports.secondFactors.find(user.id)).toMatchObject({ confirmedAt: null });
  });

  test("is rejected for a while after five wrong codes, even with the correct code", async () => {
    const { ports, input } = await begun();
    for (let n = 0; n < 5; n += 1) {
      await expect(confirmSecondFactor(ports, { ...input, code: "000000" })).rejects.toThrow();
    }
    const late = { code: "rate-limited", retryAfterSeconds: 900 };
    await expect(confirmSecondFactor(ports, input)).rejects.toMatchObject(late);
  });

  test("rejects a code for the previous secret after the user started again", async () => {
    const { ports, input, user } = await begun();
    await beginSecondFactor(ports, user);
    await expect(confirmSecondFactor(ports, input)).rejects.toMatchObject(WRONG_CODE);
  });

  test("is rejected for a user who already has a second factor, or who has not begun", async () => {
    const { ports, user, actor, sessionId, nextCode } = await aUserWithSecondFactor();
    await expect(beginSecondFactor(ports, user)).rejects.toMatchObject(CHANGED);
    const input = { actor, sessionId, currentPassword: PASSWORD, code: nextCode() };
    await expect(confirmSecondFactor(ports, input)).rejects.toMatchObject(CHANGED);
  });
});

test.each([
  ["password", false],
  ["single-sign-on", true],
] as const)(
  "a sign-in by %s that began before the second factor was turned on gets a session: %s",
  async (method, isStarted) => {
    const { ports, user } = await aUserWithSecondFactor();
    const start = { user, method, address: null, userAgent: null };
    const sessionId = await startSession(ports, { ...start, secondFactorAt: null });
    expect(sessionId !== null).toBe(isStarted);
    const shown = { ...start, secondFactorAt: ports.clock.now() };
    expect(await startSession(ports, shown)).not.toBeNull();
  },
);

describe("guessing codes in a session", () => {
  test("a correct password in between does not reset the count", async () => {
    const { ports, actor, sessionId, nextCode } = await aUserWithSecondFactor();
    const passwords = [PASSWORD, "another horse battery"];
    const remove = (n: number, code: string) =>
      removeOwnSecondFactor(ports, { actor, currentPassword: passwords[n % 2] ?? "", code });
    for (let n = 0; n < 5; n += 1) {
      await expect(remove(n, "000000")).rejects.toMatchObject(WRONG_CODE);
      const [currentPassword = "", newPassword = ""] = n % 2 ? passwords.toReversed() : passwords;
      await changePassword(ports, { actor, sessionId, currentPassword, newPassword });
    }
    await expect(remove(5, nextCode())).rejects.toMatchObject({ code: "rate-limited" });
  });

  test("a correct code resets the count", async () => {
    const { ports, actor, nextCode } = await aUserWithSecondFactor();
    const replace = (code: string) =>
      replaceRecoveryCodes(ports, { actor, currentPassword: PASSWORD, code });
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) {
        await expect(replace("000000")).rejects.toMatchObject(WRONG_CODE);
      }
      expect(await replace(nextCode())).toHaveLength(10);
    }
  });
});

describe("changing the second factor", () => {
  test("new recovery codes replace all earlier ones and are audited", async () => {
    const { ports, actor, nextCode, recoveryCodes, user } = await aUserWithSecondFactor();
    const input = { actor, currentPassword: PASSWORD, code: nextCode() };
    const codes = await replaceRecoveryCodes(ports, input);
    expect(codes).toHaveLength(10);
    expect(codes).not.toContain(recoveryCodes[0]);
    expect(ports.secondFactors.takeNotes()).toMatchObject([{ action: "recovery-codes-created" }]);
    expect(await ports.secondFactors.find(user.id)).toMatchObject({ recoveryCodesLeft: 10 });
    const old = { actor, currentPassword: PASSWORD, code: recoveryCodes[0] ?? "" };
    await expect(replaceRecoveryCodes(ports, old)).rejects.toMatchObject(WRONG_CODE);
  });

  test("removing the second factor requires the password and a code or recovery code, and is audited", async () => {
    const { ports, actor, recoveryCodes, user } = await aUserWithSecondFactor();
    const input = { actor, currentPassword: PASSWORD, code: recoveryCodes[0] ?? "" };
    const wrong = { ...input, currentPassword: "wrong horse battery" };
    await expect(removeOwnSecondFactor(ports, wrong)).rejects.toMatchObject(WRONG_PASSWORD);
    await removeOwnSecondFactor(ports, input);
    expect(await ports.secondFactors.find(user.id)).toBeNull();
    const author = { actor: `administrator:${user.id}` };
    expect(ports.secondFactors.takeNotes()).toMatchObject([
      { action: "recovery-code-used", author },
      { action: "second-factor-removed", author },
    ]);
  });

  test("a user who must have a second factor cannot remove it", async () => {
    const { ports, actor, nextCode } = await aUserWithSecondFactor();
    const input = { actor, currentPassword: PASSWORD, code: nextCode() };
    const required = { ...ports, secondFactorPolicy: "administrators" as const };
    await expect(removeOwnSecondFactor(required, input)).rejects.toMatchObject({
      code: "second-factor-required",
    });
  });

  test("an administrator can remove a lost second factor, but not a second time", async () => {
    const { ports, user } = await aUserWithSecondFactor();
    const manager = { kind: "administrator", id: ports.ids.uuid(), sessionId: null } as const;
    const remove = () => removeSecondFactor(ports, { userId: user.id }, { manager });
    await remove();
    const author = { actor: `administrator:${manager.id}` };
    expect(ports.secondFactors.takeNotes()).toMatchObject([
      { action: "second-factor-removed", author, subject: `user:${user.id}` },
    ]);
    await expect(remove()).rejects.toMatchObject(CHANGED);
  });

  test("an administrator cannot remove their own second factor without a password and a code", async () => {
    const { ports, user, actor } = await aUserWithSecondFactor();
    const own = removeSecondFactor(ports, { userId: user.id }, { manager: actor });
    await expect(own).rejects.toMatchObject({ code: "own-account" });
    expect(await ports.secondFactors.find(user.id)).not.toBeNull();
  });
});

test("users see whether they have a second factor, and whether they must have one", async () => {
  const { ports, user } = await aUserWithSecondFactor();
  const required = { ...ports, secondFactorPolicy: "everyone" as const };
  expect(await findOwnSecondFactor(required, user)).toEqual({
    confirmedAt: ports.clock.now(),
    recoveryCodesLeft: 10,
    isRequired: true,
    hasPassword: true,
  });
});
