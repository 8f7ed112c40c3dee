import type { Role } from "@/lib/kernel/rules/roles";

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
