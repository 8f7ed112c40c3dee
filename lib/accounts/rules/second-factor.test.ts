import { describe, expect, test } from "vitest";
import { ROLES } from "@/lib/kernel/rules/actor";
import {
  needsSecondFactor,
  RECOVERY_CODE_BYTES,
  readCode,
  readRecoveryCode,
  SECOND_FACTOR_POLICIES,
  toRecoveryCode,
} from "./second-factor";

describe("the requirement for a second factor", () => {
  test("depends on the policy and the role", () => {
    const table = SECOND_FACTOR_POLICIES.map((policy) => [
      policy,
      ROLES.filter((role) => needsSecondFactor(policy, role)),
    ]);
    expect(Object.fromEntries(table)).toEqual({
      nobody: [],
      administrators: ["administrator"],
      everyone: ["administrator", "reviewer", "reader"],
    });
  });
});

describe("a code from an authenticator app", () => {
  test.each(["123456", "123 456", " 123456\n"])("%j is accepted", (typed) => {
    expect(readCode(typed)).toBe("123456");
  });

  test.each(["", "12345", "1234567", "12345a", "-12345", "١٢٣٤٥٦"])("%j is not a code", (typed) => {
    expect(readCode(typed)).toBeNull();
  });
});

describe("a recovery code", () => {
  test("contains all bits of its bytes, in groups of four characters", () => {
    expect(toRecoveryCode(Buffer.alloc(RECOVERY_CODE_BYTES, 0xff))).toBe("zzzz-zzzz-zzzz-zzzz");
    expect(toRecoveryCode(Buffer.from("00443214c74254b635cf", "hex"))).toBe("0123-4567-89ab-cdef");
  });

  test.each(["0123-4567-89ab-cdef", "0123456789ABCDEF", " o123 4567 89ab cdef"])(
    "is read correctly when typed as %j",
    (typed) => {
      expect(readRecoveryCode(typed)).toBe("0123456789abcdef");
    },
  );

  test("accepts letters that look like digits as those digits", () => {
    expect(readRecoveryCode("OIL0-0000-0000-0000")).toBe("0110000000000000");
  });

  test.each(["", "123456", "0123-4567-89ab-cde", "0123-4567-89ab-cdef0", "0123-4567-89ab-cdeu"])(
    "%j is not a code",
    (typed) => {
      expect(readRecoveryCode(typed)).toBeNull();
    },
  );
});
