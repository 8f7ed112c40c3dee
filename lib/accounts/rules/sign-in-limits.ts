/**
 * How many attempts are allowed in a window that starts with the first one. Beyond that, attempts are rejected for a
 * window that starts with the first rejection.
 */
export interface SignInLimit {
  readonly triesMax: number;
  readonly windowSeconds: number;
}

/**
 * Each of these limits slows down password guessing (decisions 0027, 0039). Nobody can lock an account from a single
 * address: attempts rejected by the first limit are not counted by the next two. Attempts from a browser known to the
 * account count only towards the last limit.
 */
export const SIGN_IN_LIMITS = {
  /** One account from one address: a user who mistypes, or somebody guessing. */
  accountFromAddress: { triesMax: 5, windowSeconds: 900 },
  /** One address, whatever the account: one password tried on a list of accounts. */
  address: { triesMax: 20, windowSeconds: 900 },
  /** One account from any address: distributed guessing. */
  account: { triesMax: 50, windowSeconds: 3600 },
  /** One account from a browser that has signed in to it before, or from one of its sessions. */
  accountWhenKnown: { triesMax: 5, windowSeconds: 900 },
} as const satisfies Record<string, SignInLimit>;
