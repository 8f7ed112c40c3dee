const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The delays of a real Inngest server after the 1st, 2nd… failed attempt; the last delay is used for all later attempts.
 */
const DELAYS_MS = [
  15_000,
  30_000,
  ...[1, 2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE_MS),
  HOUR_MS,
  2 * HOUR_MS,
] as const;
const JITTER_MS = 30_000;
const RETRY_AFTER_MS_MIN = 1000;
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Returns the delay after this many failed attempts (at least 1) of one call; `random` in [0, 1) adds up to 30 s. */
export function retryDelayMs(failedAttempts: number, random: number): number {
  const slot = Math.min(Math.max(failedAttempts, 1), DELAYS_MS.length) - 1;
  return (DELAYS_MS[slot] ?? Number.NaN) + Math.floor(random * JITTER_MS);
}

/**
 * Returns the delay that a `retry-after` header asks for, limited to between 1 s and 24 h. The header may be whole
 * seconds (at most 7 characters), an ISO date with a zone, or an HTTP date. Returns null for anything else; the usual
 * delay then applies.
 */
export function retryAfterMs(header: string, nowMs: number): number | null {
  const text = header.trim();
  const delayMs =
    /^-?\d+$/.test(text) && text.length <= 7 ? Number(text) * 1000 : dateMs(text) - nowMs;
  if (Number.isNaN(delayMs)) return null;
  return Math.min(Math.max(delayMs, RETRY_AFTER_MS_MIN), RETRY_AFTER_MS_MAX);
}

function dateMs(text: string): number {
  return ISO_DATE.test(text) || HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
}
