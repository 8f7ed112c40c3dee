const CHARACTERS_MAX = 254;

/** The form in which an email is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** What is wrong with an email in its normal form, or null when it is accepted. Whether anybody reads it is not known. */
export function emailProblem(email: string): string | null {
  if (email.length > CHARACTERS_MAX) return `must have at most ${CHARACTERS_MAX} characters`;
  // Invisible characters and lone surrogates are of \p{C}.
  if (/[\s\p{C}]/u.test(email)) return "must not contain spaces or invisible characters";
  return /^[^@]+@[^@]+$/.test(email) ? null : "must be of the form name@example.com";
}
