import { describe, expect, test } from "vitest";
import {
  afterExtraAttempt,
  DEFAULT_RETRY_SCHEDULE,
  nextInSeries,
  RETRY_INTERVALS_SECONDS,
  type RetrySchedule,
  retryScheduleOf,
  type Series,
} from "./retry-schedule";

const START = new Date("2026-11-20T08:00:00.000Z");
const FIRST: Series = { startedAt: START, slot: 0, lastIntervalMs: 0 };
const SEEDS = 3000;

/** Creates a generator of numbers in [0, 1) that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Conditions {
  readonly random: () => number;
  readonly retryAfterSeconds?: () => number | null;
  readonly lateMs?: (plannedMs: number) => number;
}

/** A planned step: its start and end, its interval, and the previous interval. */
interface Step {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly intervalMs: number;
  readonly beforeMs: number;
}

/** Makes one attempt after another fail until the series is over. Times are relative to the start of the series. */
function failAll(schedule: RetrySchedule, conditions: Conditions): readonly Step[] {
  const steps: Step[] = [];
  let at = START;
  let series = FIRST;
  for (;;) {
    const retryAfterSeconds = conditions.retryAfterSeconds?.() ?? null;
    const next = nextInSeries(schedule, series, {
      at,
      retryAfterSeconds,
      random: conditions.random(),
    });
    if (!next) return steps;
    steps.push({
      fromMs: at.getTime() - START.getTime(),
      untilMs: next.at.getTime() - START.getTime(),
      intervalMs: next.series.lastIntervalMs,
      beforeMs: series.lastIntervalMs,
    });
    at = new Date(
      next.at.getTime() + (conditions.lateMs?.(next.at.getTime() - START.getTime()) ?? 0),
    );
    series = next.series;
  }
}

const seconds = (steps: readonly Step[]) => steps.map(({ intervalMs }) => intervalMs / 1000);
const endMs = (schedule: RetrySchedule) => schedule.endsAfterSeconds * 1000;

/** Checks that the series ends exactly on time, and that its intervals increase unless too little time is left. */
function expectPromises(schedule: RetrySchedule, steps: readonly Step[]): void {
  expect(steps.at(-1)?.untilMs).toBe(endMs(schedule));
  for (const { fromMs, untilMs, intervalMs, beforeMs } of steps) {
    expect(intervalMs).toBe(untilMs - fromMs);
    const fits = fromMs + beforeMs < endMs(schedule);
    if (intervalMs <= beforeMs) expect([fits, untilMs]).toEqual([false, endMs(schedule)]);
  }
}

const expectIncreasing = (steps: readonly Step[]) =>
  expect(steps.filter(({ intervalMs, beforeMs }) => intervalMs <= beforeMs)).toEqual([]);

const CUSTOM = [[1, 2, 3, 4, 5], [10, 11, 12], [5], [1, 2], [30, 31, 3600, 3601, 3602]];

describe("the default schedule", () => {
  test("has 14 attempts, the last after exactly 24 hours", () => {
    expect(seconds(failAll(DEFAULT_RETRY_SCHEDULE, { random: () => 0.5 }))).toEqual([
      15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200, 14_400, 21_600, 34_875,
    ]);
  });

  test("has 14 attempts at increasing intervals and ends on time with any jitter", () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const steps = failAll(DEFAULT_RETRY_SCHEDULE, { random: randomOf(seed) });
      expect(steps).toHaveLength(13);
      expectPromises(DEFAULT_RETRY_SCHEDULE, steps);
      expectIncreasing(steps);
    }
  });

  test("moves attempts by up to a tenth of their interval", () => {
    const moments = (random: number) =>
      failAll(DEFAULT_RETRY_SCHEDULE, { random: () => random }).map(({ untilMs }) => untilMs);
    expect(moments(0).slice(0, 3)).toEqual([13_500, 42_000, 99_000]);
    expect(moments(0.999_999_999).slice(0, 3)).toEqual([16_500, 48_000, 111_000]);
  });

  test("does not accumulate the delays of late attempts", () => {
    const steps = failAll(DEFAULT_RETRY_SCHEDULE, { random: () => 0.5, lateMs: () => 900 });
    expect(steps.map(({ untilMs }) => untilMs / 1000).slice(0, 4)).toEqual([15, 45, 105, 225]);
  });
});

test("a schedule from a list ends with the last interval of the list, even if the list holds the default intervals", () => {
  const schedule = retryScheduleOf(RETRY_INTERVALS_SECONDS);
  expect(schedule.endsAfterSeconds).toBe(51_525);
  expect(failAll(schedule, { random: () => 0.5 })).toHaveLength(12);
});

describe("intervals increase and the series ends on time", () => {
  test.each([DEFAULT_RETRY_SCHEDULE, ...CUSTOM.map(retryScheduleOf)])(
    "whatever Retry-After asks for, schedule %#",
    (schedule) => {
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const random = randomOf(seed);
        const retryAfterSeconds = () =>
          random() < 0.4 ? Math.floor(random() ** 4 * 2 * schedule.endsAfterSeconds) : null;
        const steps = failAll(schedule, { random, retryAfterSeconds });
        expectPromises(schedule, steps);
        expectIncreasing(steps);
      }
    },
  );

  test.each([DEFAULT_RETRY_SCHEDULE, ...CUSTOM.map(retryScheduleOf)])(
    "however late attempts begin, schedule %#",
    (schedule) => {
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const random = randomOf(seed);
        const lateMs = (plannedMs: number) =>
          Math.floor(random() ** 8 * (endMs(schedule) - plannedMs));
        const steps = failAll(schedule, { random, lateMs });
        expectPromises(schedule, steps);
      }
    },
  );

  test.each(CUSTOM)("for the list that starts with %i, without losing an attempt", (...list) => {
    const schedule = retryScheduleOf(list);
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const steps = failAll(schedule, { random: randomOf(seed) });
      expect(steps).toHaveLength(list.length);
      expectPromises(schedule, steps);
      expectIncreasing(steps);
    }
  });
});

describe("the next attempt", () => {
  const next = (afterSeconds: number, series: Partial<Series>, retryAfterSeconds?: number) =>
    nextInSeries(
      DEFAULT_RETRY_SCHEDULE,
      { ...FIRST, ...series },
      {
        at: new Date(START.getTime() + afterSeconds * 1000),
        retryAfterSeconds: retryAfterSeconds ?? null,
        random: 0.5,
      },
    );
  const secondsUntil = (attempt: ReturnType<typeof next>) =>
    attempt && (attempt.at.getTime() - START.getTime()) / 1000;

  test("skips the slots that passed during our own outage", () => {
    const attempt = next(2000, { slot: 1, lastIntervalMs: 15_000 });
    expect([secondsUntil(attempt), attempt?.series.slot]).toEqual([2325, 7]);
  });

  test("is later than its slot if the slot would be too soon", () => {
    const attempt = next(44, { slot: 1, lastIntervalMs: 15_000 });
    expect(attempt).toEqual({
      at: new Date(START.getTime() + 59_001),
      series: { startedAt: START, slot: 2, lastIntervalMs: 15_001 },
    });
  });

  test("is not earlier if Retry-After is shorter than the interval", () => {
    expect(secondsUntil(next(0, {}, 3))).toBe(15);
    expect(secondsUntil(next(0, {}, 16.0001))).toBe(16.001);
  });

  test("is the last one, exactly at the end, if Retry-After leaves no room for a longer interval", () => {
    const day = 86_400;
    expect(secondsUntil(next(0, {}, day / 2 - 1))).toBe(day / 2 - 1);
    for (const retryAfterSeconds of [day / 2, day, 10 * day]) {
      expect(secondsUntil(next(0, {}, retryAfterSeconds))).toBe(day);
    }
  });

  test("is allowed until the end of the series, but not afterwards", () => {
    expect(secondsUntil(next(86_399, { slot: 13, lastIntervalMs: 34_875_000 }))).toBe(86_400);
    expect(next(86_400, { slot: 13, lastIntervalMs: 34_875_000 })).toBeNull();
  });
});

describe("after an attempt outside the schedule", () => {
  const planned = { startedAt: START, slot: 3, lastIntervalMs: 60_000 };
  const plannedAt = new Date(START.getTime() + 105_000);
  const extraAt = (beforePlannedMs: number) => new Date(plannedAt.getTime() - beforePlannedMs);

  test("the planned time does not change if it is at least a second ahead", () => {
    const next = afterExtraAttempt(DEFAULT_RETRY_SCHEDULE, planned, extraAt(1000), plannedAt);
    expect(next).toEqual({ at: plannedAt, series: planned });
  });

  test("the next slot follows if the planned time is imminent or past", () => {
    for (const beforeMs of [999, 0, -5000]) {
      const next = afterExtraAttempt(DEFAULT_RETRY_SCHEDULE, planned, extraAt(beforeMs), plannedAt);
      expect([next?.at, next?.series.slot]).toEqual([new Date(START.getTime() + 225_000), 4]);
    }
  });

  test("no attempt follows after the end of the series", () => {
    const at = new Date(START.getTime() + 86_400_000);
    expect(afterExtraAttempt(DEFAULT_RETRY_SCHEDULE, planned, at, plannedAt)).toBeNull();
  });
});

test.each([[[]], [[0, 1]], [[-1]], [[1, 1]], [[2, 1]], [[1.5]], [[Number.NaN]]])(
  "the list %j is not a valid schedule",
  (list) => {
    expect(() => retryScheduleOf(list)).toThrow("in increasing order");
  },
);
