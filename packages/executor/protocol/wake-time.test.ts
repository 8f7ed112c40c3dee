import { describe, expect, test } from "vitest";
import { wakeTimeMs } from "./wake-time";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

describe("a time to wait", () => {
  test.each([
    ["", 0],
    ["1s", 1000],
    ["15s", 15_000],
    ["90m", 5_400_000],
    ["1h30m", 5_400_000],
    ["2d", 172_800_000],
    ["1w", 604_800_000],
    ["1w1d1h1m1s", 694_861_000],
    ["366d", 366 * 86_400_000],
  ])("%s is %d ms from now", (text, ms) => {
    expect(wakeTimeMs(text, NOW_MS)).toBe(NOW_MS + ms);
  });

  test.each([
    ["2026-11-20T12:00:00.250Z", 250],
    ["2026-11-20T12:00:01Z", 1000],
    ["2026-11-20T12:00:00.123456789Z", 123],
    ["2026-11-20T14:00+02:00", 0],
    ["2020-01-01T00:00:00Z", Date.UTC(2020, 0, 1) - NOW_MS],
  ])("%s is that instant, even if it has passed", (text, ms) => {
    expect(wakeTimeMs(text, NOW_MS)).toBe(NOW_MS + ms);
  });

  test.each([
    "soon",
    "5",
    "-5s",
    "1.5h",
    "500ms",
    " 5s",
    "5s 5s",
    "1y",
    "2026-11-20",
    "2026-11-20T12:00:00",
    "2026-13-20T12:00:00Z",
    "+012026-11-20T12:00:00Z",
  ])("%s is rejected with an explanation", (text) => {
    expect(() => wakeTimeMs(text, NOW_MS)).toThrow(
      `"${text}" is not a time to wait for: use a duration`,
    );
  });

  test.each(["367d", `${"9".repeat(400)}w`])("%s is too long", (text) => {
    expect(() => wakeTimeMs(text, NOW_MS)).toThrow("longer than 366 days");
  });
});
