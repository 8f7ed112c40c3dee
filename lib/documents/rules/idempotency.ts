/**
 * How long an idempotency key prevents a second document, in milliseconds (decision 0016). After that it is removed and
 * can be reused.
 */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1000;
