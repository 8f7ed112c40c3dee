import { describe, expect, test } from "vitest";
import { retryAfterMs, retryDelayMs } from "./backoff";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 20, 12);
const SECONDS = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200] as const;

describe("the delay before a retry", () => {
  test.each(SECONDS.map((seconds, index) => [index + 1, seconds]))(
    "after failed attempt %d is %d s plus up to 30 s",
    (failedAttempts, seconds) => {
      expect(retryDelayMs(failedAttempts, 0)).toBe(seconds * SECOND_MS);
      expect(retryDelayMs(failedAttempts, 0.5)).toBe((seconds + 15) * SECOND_MS);
      expect(retryDelayMs(failedAttempts, 1 - Number.EPSILON)).toBeLessThan(
        (seconds + 30) * SECOND_MS,
      );
    },
  );

  test("stays at two hours from the tenth attempt on", () => {
    expect(retryDelayMs(11, 0)).toBe(2 * HOUR_MS);
    expect(retryDelayMs(1000, 0)).toBe(2 * HOUR_MS);
  });

  test.each([
    [4, 225 * SECOND_MS],
    [8, 1.3125 * HOUR_MS],
    [20, 24.3125 * HOUR_MS],
  ])("adds up over %d retries to the same time as on a real server", (retries, totalMs) => {
    const delaysMs = Array.from({ length: retries }, (_, index) => retryDelayMs(index + 1, 0));
    expect(delaysMs.reduce((sum, delayMs) => sum + delayMs, 0)).toBe(totalMs);
  });
});

describe("a retry-after header", () => {
  test.each([
    ["30", 30 * SECOND_MS],
    [" 30 ", 30 * SECOND_MS],
    ["0", SECOND_MS],
    ["-5", SECOND_MS],
    ["86400", 24 * HOUR_MS],
    ["9999999", 24 * HOUR_MS],
    ["2026-11-20T12:00:05.250Z", 5250],
    ["2026-11-20T13:00:05+01:00", 5000],
    ["2026-11-20T11:59:00.000Z", SECOND_MS],
    ["2036-11-20T12:00:00Z", 24 * HOUR_MS],
    ["Fri, 20 Nov 2026 12:01:00 GMT", 60 * SECOND_MS],
  ])("of %s means a delay of %d ms", (header, delayMs) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(delayMs);
  });

  test.each([
    "",
    "soon",
    "1.5",
    "1e3",
    "12345678",
    "2026-11-20",
    "2026-11-20T12:00:05",
    "2026-13-40T12:00:05Z",
    "Fri, 99 Nov 2026 12:01:00 GMT",
  ])("of %s has no meaning, so the usual delay applies", (header) => {
    expect(retryAfterMs(header, NOW_MS)).toBeNull();
  });
});
