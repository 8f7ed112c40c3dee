/** How many tries come through in a window that begins with the first; the next one is refused, and all after it for as long. */
export interface SignInLimit {
  readonly triesMax: number;
  readonly windowSeconds: number;
}

/**
 * Who guesses passwords is slowed by each of these (decision 0027). Nobody can lock an account from one address alone: what
 * the first refuses is not counted by the others.
 */
export const SIGN_IN_LIMITS = {
  /** One account from one address: a person who mistypes, or one who guesses. */
  accountFromAddress: { triesMax: 5, windowSeconds: 900 },
  /** One address, whatever the account: a list of accounts tried with one password. */
  address: { triesMax: 20, windowSeconds: 900 },
  /** One account, wherever from: many machines that guess together. */
  account: { triesMax: 50, windowSeconds: 3600 },
} as const satisfies Record<string, SignInLimit>;
