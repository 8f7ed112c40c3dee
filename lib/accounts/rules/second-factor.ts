import type { Role } from "@/lib/kernel/rules/roles";

/** Who must show a second factor: a setting of the operator. */
export const SECOND_FACTOR_POLICIES = ["nobody", "administrators", "everyone"] as const;

/** One answer to who must show a second factor. */
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

/** How many characters a code of an authenticator app has, and for how many seconds it is shown (RFC 6238). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** A code is taken this many steps before and after its own, for clocks that are wrong and people who type slowly. */
export const CODE_STEPS_AROUND = 1;

/** Whether somebody with this role must have a second factor. */
export const needsSecondFactor = (policy: SecondFactorPolicy, role: Role): boolean =>
  policy === "everyone" || (policy === "administrators" && role === "administrator");

/** What an authenticator app shows, without the spaces that people type; null: it is no such code. */
export function readCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}
