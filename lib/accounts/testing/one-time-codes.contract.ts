import { describe, expect, test } from "vitest";
import type { OneTimeCodes } from "../access-ports";

/** An implementation under test, and the codes that an app with the same secret would show. */
export interface CodesUnderTest {
  readonly codes: OneTimeCodes;
  readonly codeAt: (secret: string, at: Date) => string;
}

const NOON = new Date("2026-03-01T12:00:00.000Z");
const NOON_STEP = NOON.getTime() / 30_000;
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

/** Defines the contract tests that every implementation of one-time codes must pass. */
export function describeOneTimeCodesContract(name: string, make: () => CodesUnderTest): void {
  describe(name, () => {
    test("each new secret is different", () => {
      const { codes } = make();
      expect(codes.newSecret()).not.toBe(codes.newSecret());
    });

    test.each([
      ["now", 0, NOON_STEP],
      ["at the end of its 30 s", 29, NOON_STEP],
      ["one step late", 59, NOON_STEP],
      ["one step early", -30, NOON_STEP],
      ["two steps late", 60, null],
      ["two steps early", -31, null],
    ])("a code typed %s matches only within one step of its time", (_when, seconds, step) => {
      const { codes, codeAt } = make();
      const secret = codes.newSecret();
      expect(codes.stepOf(secret, codeAt(secret, NOON), after(seconds))).toBe(step);
    });

    test("a code generated from a different secret is rejected", () => {
      const { codes, codeAt } = make();
      const [own, other] = [codes.newSecret(), codes.newSecret()];
      expect(codes.stepOf(own, codeAt(other, NOON), NOON)).toBeNull();
    });
  });
}
