import type { Role } from "@/lib/kernel/rules/roles";

/** Who must have a second factor: an operator setting. */
export const SECOND_FACTOR_POLICIES = ["nobody", "administrators", "everyone"] as const;

/** One value of that setting. */
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

/** How many characters a code of an authenticator app has, and for how many seconds it is shown (RFC 6238). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** A code is accepted this many steps early or late, to allow for inaccurate clocks and slow typing. */
export const CODE_STEPS_AROUND = 1;

/** Whether somebody with this role must have a second factor. */
export const needsSecondFactor = (policy: SecondFactorPolicy, role: Role): boolean =>
  policy === "everyone" || (policy === "administrators" && role === "administrator");

/** A code from an authenticator app, without typed spaces; null: not a code. */
export function readCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}
