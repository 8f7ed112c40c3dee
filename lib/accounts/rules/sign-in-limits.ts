/** How many tries come through in a window that begins with the first; the next one is refused, and all after it for as long. */
export interface SignInLimit {
  readonly triesMax: number;
  readonly windowSeconds: number;
}

/**
 * Each of these limits slows down password guessing (decisions 0027, 0039). Nobody can lock an account from one address alone: what
 * the first refuses is not counted by the next two. Tries of a browser that is known to the account count in the last one only.
 */
export const SIGN_IN_LIMITS = {
  /** One account from one address: a person who mistypes, or one who guesses. */
  accountFromAddress: { triesMax: 5, windowSeconds: 900 },
  /** One address, whatever the account: a list of accounts tried with one password. */
  address: { triesMax: 20, windowSeconds: 900 },
  /** One account, wherever from: many machines that guess together. */
  account: { triesMax: 50, windowSeconds: 3600 },
  /** One account from one browser that has signed in to it before, or from its sessions. */
  accountWhenKnown: { triesMax: 5, windowSeconds: 900 },
} as const satisfies Record<string, SignInLimit>;
