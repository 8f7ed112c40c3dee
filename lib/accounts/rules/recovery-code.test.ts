import { describe, expect, test } from "vitest";
import { RECOVERY_CODE_BYTES, readRecoveryCode, toRecoveryCode } from "./recovery-code";

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
