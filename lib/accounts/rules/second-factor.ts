import type { Role } from "@/lib/kernel/rules/actor";

/** The policies that determine who must have a second factor; the operator chooses one. */
export const SECOND_FACTOR_POLICIES = ["nobody", "administrators", "everyone"] as const;

/** One of `SECOND_FACTOR_POLICIES`. */
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

/** How many digits an authenticator app's code has, and for how many seconds the app shows it (RFC 6238). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** How many steps early or late a code may be, to allow for inaccurate clocks and slow typing. */
export const CODE_STEPS_AROUND = 1;

/** Returns whether a user with this role must have a second factor. */
export const needsSecondFactor = (policy: SecondFactorPolicy, role: Role): boolean =>
  policy === "everyone" || (policy === "administrators" && role === "administrator");

/** Returns a typed code from an authenticator app without its spaces; null if it is not a code. */
export function readCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** How many recovery codes a user gets at a time. */
export const RECOVERY_CODES = 10;

/** 80 bits cannot be brute-forced, so a fast hash protects them as well as a slow one (decision 0053). */
export const RECOVERY_CODE_BYTES = 10;

/** Crockford's alphabet: digits and letters that are not easily confused. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BITS = 5;
const GROUP = 4;

/**
 * Formats a recovery code for display: `xxxx-xxxx-xxxx-xxxx`.
 * @param bytes `RECOVERY_CODE_BYTES` random bytes
 */
export function toRecoveryCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const count = Math.floor(bits.length / BITS);
  const letters = Array.from({ length: count }, (_, n) =>
    ALPHABET.charAt(Number.parseInt(bits.slice(n * BITS, (n + 1) * BITS), 2)),
  ).join("");
  return letters.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join("-") ?? "";
}

/**
 * Returns a recovery code as it is hashed, allowing for capitals, spaces and letters that look like digits; null if it is
 * not a recovery code.
 */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return /^[\da-hjkmnp-tv-z]{16}$/.test(letters) ? letters : null;
}
