const UNIT_MS: Readonly<Record<string, number>> = {
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};
const DURATION_DAYS_MAX = 366;
const DURATION = /^(?:\d+[wdhms])*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the time at which a sleep or a wait ends, in Unix milliseconds. The text is an ISO date with a zone (which may
 * have passed), or a duration such as `15s` or `1h30m`, counted from `nowMs`; an empty string means now.
 * @throws Error with a sentence if the text is neither
 */
export function wakeTimeMs(text: string, nowMs: number): number {
  if (DURATION.test(text)) return nowMs + durationMs(text);
  const instantMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instantMs)) {
    throw new Error(
      `"${text}" is not a time to wait for: use a duration such as 90m or 2d, or an ISO date with its zone.`,
    );
  }
  return instantMs;
}

function durationMs(text: string): number {
  let totalMs = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([wdhms])/g)) {
    totalMs += Number(count) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
  }
  if (totalMs > DURATION_DAYS_MAX * 86_400_000) {
    throw new Error(
      `"${text}" is longer than ${DURATION_DAYS_MAX} days, the longest possible wait.`,
    );
  }
  return totalMs;
}
