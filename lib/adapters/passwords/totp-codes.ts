import { Secret, TOTP } from "otpauth";
import type { OneTimeCodes } from "@/lib/accounts/access-ports";
import { CODE_DIGITS, CODE_SECONDS, CODE_STEPS_AROUND } from "@/lib/accounts/rules/second-factor";

/** 160 bits, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20;
const ISSUER = "Stagedoor";

/**
 * Creates codes according to RFC 6238 with SHA-1, six digits and 30 s, which every authenticator app supports. They are
 * compared in constant time.
 */
export function createTotpCodes(): OneTimeCodes {
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    setUpAddress: (secret, account) => totpOf(secret, account).toString(),
    stepOf: (secret, code, at) => {
      const timestamp = at.getTime();
      const delta = totpOf(secret).validate({ token: code, timestamp, window: CODE_STEPS_AROUND });
      return delta === null ? null : Math.floor(timestamp / 1000 / CODE_SECONDS) + delta;
    },
  };
}

const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret,
    algorithm: "SHA1",
    digits: CODE_DIGITS,
    period: CODE_SECONDS,
  });
