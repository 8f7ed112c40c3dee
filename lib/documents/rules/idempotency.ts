/** How long an idempotency key makes no second document (decision 0016); then it is removed and may be used again. */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1000;
