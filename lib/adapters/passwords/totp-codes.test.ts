import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { describeOneTimeCodesContract } from "@/lib/accounts/testing/one-time-codes.contract";
import { createTotpCodes } from "./totp-codes";

const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

describeOneTimeCodesContract("TOTP", () => ({ codes: createTotpCodes(), codeAt }));

describe("RFC 6238, appendix B", () => {
  /** The appendix lists codes with eight digits. Ours have six, which are the last six of those eight. */
  test.each([
    [59, "94287082", 0x1],
    [1111111109, "07081804", 0x23523ec],
    [1111111111, "14050471", 0x23523ed],
    [1234567890, "89005924", 0x273ef07],
    [2000000000, "69279037", 0x3f940aa],
    [20000000000, "65353130", 0x27bc86aa],
  ])("at %d s the code is the last six digits of %s", (seconds, code, step) => {
    const secret = Secret.fromUTF8("12345678901234567890").base32;
    const at = new Date(seconds * 1000);
    expect(createTotpCodes().stepOf(secret, code.slice(2), at)).toBe(step);
    expect(
      createTotpCodes().stepOf(secret, code.slice(2), new Date(at.getTime() + 60_000)),
    ).toBeNull();
  });
});

test("the `otpauth` address contains the issuer, the account and the secret", () => {
  expect(
    createTotpCodes().setUpAddress("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "ada@example.com"),
  ).toBe(
    "otpauth://totp/Stagedoor:ada%40example.com?issuer=Stagedoor&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
  );
});

test("a secret has 160 bits", () => {
  expect(createTotpCodes().newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
