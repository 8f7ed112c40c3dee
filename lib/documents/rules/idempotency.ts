/** How long an idempotency key prevents a second document (decision 0016); then it is removed and can be reused. */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1000;
