import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDrivenClock } from "./engine/driven-clock.fixture";
import { systemClock } from "./system-clock";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

describe("the system clock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("calls back on time, even after more days than a timer can count", () => {
    const callback = vi.fn();
    systemClock.at(Date.now() + 40 * DAY_MS, callback);
    vi.advanceTimersByTime(40 * DAY_MS - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  test("does not call back for a cancelled alarm, even after the alarm has re-armed its timer", () => {
    const callback = vi.fn();
    const revoke = systemClock.at(Date.now() + 5 * MINUTE_MS, callback);
    vi.advanceTimersByTime(3 * MINUTE_MS);
    revoke();
    vi.advanceTimersByTime(DAY_MS);
    expect(callback).not.toHaveBeenCalled();
  });

  test("is at most a minute late after the machine has slept", () => {
    const callback = vi.fn();
    systemClock.at(Date.now() + DAY_MS, callback);
    vi.advanceTimersByTime(MINUTE_MS / 2);
    vi.setSystemTime(Date.now() + DAY_MS);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(callback).toHaveBeenCalledOnce();
  });

  test("calls back for a time that has already passed, but not before `at` has returned", () => {
    const callback = vi.fn();
    systemClock.at(Date.now() - 5, callback);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });
});

describe("the driven clock", () => {
  test("stands still until it is advanced, and then calls back in chronological order", () => {
    const clock = createDrivenClock(1000);
    const seen: [string, number][] = [];
    clock.at(1030, () => seen.push(["late", clock.now()]));
    clock.at(1010, () => {
      seen.push(["early", clock.now()]);
      clock.at(1020, () => seen.push(["nested", clock.now()]));
    });
    clock.at(1005, () => seen.push(["revoked", clock.now()]))();
    expect([clock.now(), seen]).toEqual([1000, []]);
    clock.advanceBy(29);
    expect([clock.now(), seen]).toEqual([
      1029,
      [
        ["early", 1010],
        ["nested", 1020],
      ],
    ]);
    clock.advanceTo(1030);
    expect(seen.at(-1)).toEqual(["late", 1030]);
    clock.advanceTo(5);
    expect(clock.now()).toBe(1030);
  });
});
