/** How long a session lasts from sign-in on, whatever happens in between (decision 0027). */
export const SESSION_SECONDS = 43_200;

/** How long the row of a session is kept after its time is over. */
export const SESSION_KEPT_DAYS = 30;

/** What is kept of what a browser says it is. */
export const USER_AGENT_CHARACTERS_MAX = 512;

/** How a person showed who they are. */
export const SIGN_IN_METHODS = ["password", "single-sign-on"] as const;

/** One way to sign in. */
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Why a session ended before its time was over: its owner signed out, it was ended from elsewhere, or the account changed. */
export const SESSION_ENDS = [
  "signed-out",
  "ended",
  "password-changed",
  "role-changed",
  "second-factor-added",
  "deactivated",
] as const;

/** One reason why a session ended before its time was over. */
export type SessionEnd = (typeof SESSION_ENDS)[number];
