/** How many seconds a session lasts after sign-in, regardless of activity (decision 0027). */
export const SESSION_SECONDS = 43_200;

/** How many days a session's row is kept after the session expires. */
export const SESSION_KEPT_DAYS = 30;

/** The maximum stored length of a User-Agent header. */
export const USER_AGENT_CHARACTERS_MAX = 512;

/** How a user proved who they are. */
export const SIGN_IN_METHODS = ["password", "single-sign-on"] as const;

/** One way to sign in. */
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * Why a session ended early: its owner signed out, it was ended from another session or by an administrator, or the
 * account changed.
 */
export const SESSION_ENDS = [
  "signed-out",
  "ended",
  "password-changed",
  "role-changed",
  "second-factor-added",
  "deactivated",
] as const;

/** A reason why a session ended early. */
export type SessionEnd = (typeof SESSION_ENDS)[number];
