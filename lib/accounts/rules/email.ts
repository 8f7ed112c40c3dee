const CHARACTERS_MAX = 254;

/** Returns the form in which an email is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns what is wrong with an email in its normal form, or null if it is accepted. It does not check whether the
 * mailbox exists.
 */
export function emailProblem(email: string): string | null {
  if (email.length > CHARACTERS_MAX) return `must have at most ${CHARACTERS_MAX} characters`;
  // \p{C} includes invisible characters and lone surrogates.
  if (/[\s\p{C}]/u.test(email)) return "must not contain spaces or invisible characters";
  return /^[^@]+@[^@]+$/.test(email) ? null : "must be of the form name@example.com";
}
