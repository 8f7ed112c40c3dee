import { describe, expect, test } from "vitest";
import {
  aUserWithSecondFactor,
  aUserWithSession,
  PASSWORD,
} from "../testing/with-second-factor.fixture";
import { beginSecondFactor } from "./own-second-factor";
import { signIn } from "./sign-in";

const FROM = { email: "ada@example.com", password: PASSWORD, address: "4 1", knownAs: null };

describe("signing in with a second factor", () => {
  test("asks for a code after the correct password, and starts no session before a code is provided", async () => {
    const { ports } = await aUserWithSecondFactor();
    for (const code of ["", "  "]) {
      expect(await signIn(ports, { ...FROM, code })).toEqual({ kind: "code-needed" });
    }
  });

  test("needs no code until the second factor is confirmed", async () => {
    const { ports, user } = await aUserWithSession();
    await beginSecondFactor(ports, user);
    expect(await signIn(ports, FROM)).toMatchObject({ kind: "signed-in", secondFactorAt: null });
  });

  test("succeeds with a code, which works only once, and returns the time at which the code was provided", async () => {
    const { ports, nextCode } = await aUserWithSecondFactor();
    const input = { ...FROM, code: nextCode() };
    const secondFactorAt = ports.clock.now();
    expect(await signIn(ports, input)).toMatchObject({ kind: "signed-in", secondFactorAt });
    expect(await signIn(ports, input)).toEqual({ kind: "code-refused" });
  });

  test("succeeds for only one of two concurrent requests with the same code", async () => {
    const { ports, nextCode } = await aUserWithSecondFactor();
    const input = { ...FROM, code: nextCode() };
    const outcomes = await Promise.all([signIn(ports, input), signIn(ports, input)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["code-refused", "signed-in"]);
  });

  test("rejects the code that confirmed the second factor", async () => {
    const { ports, usedCode } = await aUserWithSecondFactor();
    expect(await signIn(ports, { ...FROM, code: usedCode })).toEqual({ kind: "code-refused" });
  });

  test("accepts a recovery code only once, however it is typed", async () => {
    const { ports, recoveryCodes, user } = await aUserWithSecondFactor();
    const code = recoveryCodes[3]?.toUpperCase().replaceAll("-", " ") ?? "";
    const call = { requestId: "r", address: "192.0.2.7" };
    const outcome = await signIn(ports, { ...FROM, code, call });
    expect(outcome).toMatchObject({ kind: "signed-in", secondFactor: "recovery-code" });
    expect(await signIn(ports, { ...FROM, code, call })).toEqual({ kind: "code-refused" });
    expect(ports.secondFactors.takeNotes()).toEqual([
      {
        at: ports.clock.now(),
        action: "recovery-code-used",
        subject: `user:${user.id}`,
        author: { ...call, actor: `administrator:${user.id}` },
      },
    ]);
  });

  test("returns the same result for a wrong password with or without a code, and uses up no code", async () => {
    const { ports, nextCode } = await aUserWithSecondFactor();
    const code = nextCode();
    const wrong = { ...FROM, password: "wrong horse battery" };
    expect(await signIn(ports, wrong)).toEqual({ kind: "refused" });
    expect(await signIn(ports, { ...wrong, code })).toEqual({ kind: "refused" });
    expect(await signIn(ports, { ...FROM, code })).toMatchObject({ kind: "signed-in" });
  });
});

describe("guessing codes", () => {
  test("is as slow as guessing passwords: the sixth attempt is rejected even with the correct code", async () => {
    const { ports, nextCode } = await aUserWithSecondFactor();
    for (let n = 0; n < 5; n += 1) {
      const input = { ...FROM, code: `00000${n}` };
      expect(await signIn(ports, input)).toEqual({ kind: "code-refused" });
    }
    const last = await signIn(ports, { ...FROM, code: nextCode() });
    expect(last).toMatchObject({ kind: "throttled" });
  });

  test("gets no new attempts from the correct password alone", async () => {
    const { ports } = await aUserWithSecondFactor();
    for (let n = 0; n < 5; n += 1) await signIn(ports, FROM);
    expect(await signIn(ports, FROM)).toMatchObject({ kind: "throttled" });
  });

  test("gets new attempts after a correct password and code", async () => {
    const { ports, nextCode } = await aUserWithSecondFactor();
    for (let n = 0; n < 3; n += 1) {
      await signIn(ports, FROM);
      await signIn(ports, { ...FROM, code: "000000" });
      const right = await signIn(ports, { ...FROM, code: nextCode() });
      expect(right).toMatchObject({ kind: "signed-in" });
    }
  });
});
