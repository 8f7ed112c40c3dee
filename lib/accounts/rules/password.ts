const CODE_POINTS_MIN = 12;
const CODE_POINTS_MAX = 200;
const DIFFERENT_MIN = 5;

/** Rows of keys that people type without thinking. */
const ROWS = [
  "0123456789",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
];

/** Returns the form in which a password is checked, compared and hashed: the same characters on every keyboard (NFKC). */
export const normalisePassword = (password: string): string => password.normalize("NFKC");

/**
 * Returns what is wrong with a new password, or null if it is accepted: long, and not an obvious guess. It does not check
 * whether the password has been leaked elsewhere.
 */
export function passwordProblem(password: string): string | null {
  return password.isWellFormed()
    ? problemOf(normalisePassword(password))
    : "must be well-formed Unicode";
}

function problemOf(password: string): string | null {
  const characters = [...password];
  if (characters.length < CODE_POINTS_MIN) {
    return `must have at least ${CODE_POINTS_MIN} characters`;
  }
  if (characters.length > CODE_POINTS_MAX) return `must have at most ${CODE_POINTS_MAX} characters`;
  if (/\p{Cc}/u.test(password)) return "must not contain control characters";
  if (password.trim() === "") return "must not be blank";
  if (new Set(characters).size < DIFFERENT_MIN) {
    return `must have at least ${DIFFERENT_MIN} different characters`;
  }
  return isObvious(password.toLowerCase())
    ? "must not be a keyboard pattern or repeated text"
    : null;
}

const isObvious = (password: string) =>
  /^(.+)\1+$/u.test(password) ||
  ROWS.some((row) => row.repeat(Math.ceil(CODE_POINTS_MAX / row.length)).includes(password));

/** The purpose of a link: to choose a first password or a new one. */
export const PASSWORD_LINK_KINDS = ["invitation", "password-reset"] as const;

/** The purpose of a link. */
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];

/** How many seconds a link works. */
export const PASSWORD_LINK_SECONDS = 172_800;

/** The number of random bytes in a token. */
export const TOKEN_BYTES = 32;

/** Returns whether a string can be a token: 32 bytes as base64url. */
export const isPasswordLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The state of a link; only an open one accepts a password. */
type PasswordLinkState = "open" | "used" | "revoked" | "expired";

/** Returns whether a link works now and, if not, why. Used and revoked take precedence over expired. */
export function passwordLinkState(
  link: {
    readonly usedAt: Date | null;
    readonly revokedAt: Date | null;
    readonly expiresAt: Date;
  },
  now: Date,
): PasswordLinkState {
  if (link.usedAt) return "used";
  if (link.revokedAt) return "revoked";
  return link.expiresAt <= now ? "expired" : "open";
}

/** Returns the path of the page for choosing a password. */
export const passwordLinkPath = (token: string): string => `/invitation/${token}`;
