/** How long a session lasts from sign-in on, whatever happens in between (decision 0027). */
export const SESSION_SECONDS = 43_200;

/** How long the row of a session is kept after it expires. */
export const SESSION_KEPT_DAYS = 30;

/** The stored length of a User-Agent header. */
export const USER_AGENT_CHARACTERS_MAX = 512;

/** How a person showed who they are. */
export const SIGN_IN_METHODS = ["password", "single-sign-on"] as const;

/** One way to sign in. */
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Why a session ended early: its owner signed out, it was ended from elsewhere, or the account changed. */
export const SESSION_ENDS = [
  "signed-out",
  "ended",
  "password-changed",
  "role-changed",
  "second-factor-added",
  "deactivated",
] as const;

/** One reason why a session ended early. */
export type SessionEnd = (typeof SESSION_ENDS)[number];
