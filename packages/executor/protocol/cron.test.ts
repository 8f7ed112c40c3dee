import { describe, expect, test } from "vitest";
import { cronProblem, nextTickMs } from "./cron";

const MINUTE_MS = 60_000;
const ms = (iso: string) => Date.parse(iso);

describe("the next tick", () => {
  test.each([
    ["* * * * *", "2026-03-28T12:00:00.000Z", "2026-03-28T12:01:00Z"],
    ["* * * * *", "2026-03-28T11:59:59.999Z", "2026-03-28T12:00:00Z"],
    ["*/5 * * * *", "2026-03-28T12:00:30.005Z", "2026-03-28T12:05:00Z"],
    ["0 9 * * 1-5", "2026-03-28T12:00:00Z", "2026-03-30T09:00:00Z"],
    ["0 9 * * MON", "2026-03-28T12:00:00Z", "2026-03-30T09:00:00Z"],
    ["0 0 15 * 1", "2026-03-28T12:00:00Z", "2026-03-30T00:00:00Z"],
    ["0 0 29 2 *", "2026-03-28T12:00:00Z", "2028-02-29T00:00:00Z"],
    ["0 0 1 JAN,JUL *", "2026-03-28T12:00:00Z", "2026-07-01T00:00:00Z"],
    ["TZ=Europe/Berlin 0 9 * * *", "2026-03-28T12:00:00Z", "2026-03-29T07:00:00Z"],
    ["TZ=Asia/Kolkata 0 9 * * *", "2026-03-28T12:00:00Z", "2026-03-29T03:30:00Z"],
    ["TZ=UTC  0 9 * * *", "2026-03-28T12:00:00Z", "2026-03-29T09:00:00Z"],
  ])("for %s after %s is %s", (expression, after, tick) => {
    expect(nextTickMs(expression, ms(after))).toBe(ms(tick));
  });

  test("is always the first matching whole minute after the given time", () => {
    const startMs = ms("2026-02-28T00:00:00Z");
    for (let seed = 1; seed <= 300; seed += 1) {
      const afterMs = startMs + ((seed * 48_271_000_007) % (30 * 86_400_000));
      const every = 1 + (seed % 30);
      const expected = firstMinuteAfter(afterMs, (minute) => minute % every === 0);
      expect(nextTickMs(`*/${every} * * * *`, afterMs), `*/${every} after ${afterMs}`).toBe(
        expected,
      );
    }
  });

  test("does not occur twice when clocks go back, and is not skipped when they go forward", () => {
    const daily = "TZ=Europe/Berlin 30 2 * * *";
    const autumn = nextTickMs(daily, ms("2026-10-24T12:00:00Z"));
    expect(nextTickMs(daily, autumn)).toBe(ms("2026-10-26T01:30:00Z"));
    const spring = nextTickMs(daily, ms("2026-03-28T12:00:00Z"));
    expect(new Date(spring).toISOString().slice(0, 10)).toBe("2026-03-29");
    expect(nextTickMs(daily, spring)).toBe(ms("2026-03-30T00:30:00Z"));
  });
});

describe("a cron expression", () => {
  test.each(["* * * * *", "5,10-20/3 */2 1 JAN-MAR 0", "TZ=America/New_York 0 0 * * *"])(
    "%s is accepted",
    (expression) => {
      expect(cronProblem(expression)).toBeNull();
    },
  );

  test.each([
    ["", "five fields"],
    ["* * * *", "five fields"],
    ["* * * * * *", "five fields"],
    ["@daily", "five fields"],
    ["? * * * *", "five fields"],
    ["0 0 L * *", "five fields"],
    ["0 0 * * 1#2", "five fields"],
    ["1,,2 * * * *", "five fields"],
    ["60 * * * *", "60"],
    ["*/0 * * * *", "0"],
    ["20-10 * * * *", "20-10"],
    ["0 0 30 2 *", "no date matches it"],
    ["TZ=Nowhere/City 0 0 * * *", "Nowhere/City"],
    ["TZ= 0 0 * * *", "five fields"],
  ])("%s is rejected with an explanation", (expression, why) => {
    expect(cronProblem(expression)).toContain(`The cron expression "${expression}" cannot be used`);
    expect(cronProblem(expression)).toContain(why);
    expect(() => nextTickMs(expression, 0)).toThrow(why);
  });
});

function firstMinuteAfter(afterMs: number, isTick: (minute: number) => boolean): number {
  let atMs = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  while (!isTick(new Date(atMs).getUTCMinutes())) atMs += MINUTE_MS;
  return atMs;
}
