/** When to try again after a failure. */
export interface RetrySchedule {
  /** Whole seconds, each interval longer than the one before. */
  readonly intervalsSeconds: readonly number[];
  /** The time from the first to the last attempt. */
  readonly endsAfterSeconds: number;
}

/** The attempts of one notification from a first one until delivery or giving up. */
export interface Series {
  /** When its first attempt began. */
  readonly startedAt: Date;
  /** The number of used intervals of the schedule. */
  readonly slot: number;
  /** The planned interval before the current attempt; 0 for the first. */
  readonly lastIntervalMs: number;
}

/** When a series continues, and its state then. */
export interface NextAttempt {
  readonly at: Date;
  readonly series: Series;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The intervals of DESIGN 6, from 15 s to 6 h. */
export const RETRY_INTERVALS_SECONDS: readonly number[] = [
  15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200, 14_400, 21_600,
];

/** The default: after these intervals, one more attempt at exactly 24 hours. */
export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = {
  intervalsSeconds: RETRY_INTERVALS_SECONDS,
  endsAfterSeconds: DAY_SECONDS,
};

const JITTER_RATIO = 0.1;
/** With so small a part of the differences around it, jitter on both sides still leaves each interval the longer one. */
const JITTER_RATIO_OF_DIFFERENCE = 0.2;

const AHEAD_MIN_MS = 1000;
const NO_JITTER = 0.5;

/** A schedule of these intervals, which ends with them. @throws Error with a sentence for the author of the list */
export function retryScheduleOf(intervals: readonly number[]): RetrySchedule {
  const areWhole = intervals.every((interval) => Number.isSafeInteger(interval) && interval > 0);
  const isIncreasing = differencesOf(intervals).every((difference) => difference > 0);
  if (intervals.length === 0 || !areWhole || !isIncreasing) {
    throw new Error(
      "must be whole seconds from 1, separated by commas, each more than the one before, such as 15,30,60",
    );
  }
  return { intervalsSeconds: intervals, endsAfterSeconds: sum(intervals) };
}

/**
 * When to try again after an attempt that failed, or null when it was the series' last. Planned from the series' start, so
 * that lateness does not add up; each interval is longer than the one before, and the last attempt is exactly at the end.
 * Slots in the past (after our own outage) are skipped; only if too little time is left for a longer interval is the last
 * one shorter.
 * @param attempt when it began, what the answer's Retry-After asked for (counted from then), a random number of [0, 1)
 */
export function nextInSeries(
  schedule: RetrySchedule,
  series: Series,
  attempt: { at: Date; retryAfterSeconds: number | null; random: number },
): NextAttempt | null {
  const startMs = series.startedAt.getTime();
  const atMs = attempt.at.getTime();
  const endMs = startMs + schedule.endsAfterSeconds * 1000;
  if (atMs >= endMs) return null;
  const slots = slotsOf(schedule);
  const plannedMs = (slot: number) =>
    slot >= slots.length - 1
      ? endMs
      : startMs + sum(slots.slice(0, slot + 1)) * 1000 + jitterMs(slots, slot, attempt.random);
  let slot = series.slot;
  while (slot < slots.length - 1 && plannedMs(slot) <= atMs) slot += 1;
  const wantedMs = Math.max(
    plannedMs(slot),
    atMs + series.lastIntervalMs + 1,
    atMs + Math.ceil((attempt.retryAfterSeconds ?? 0) * 1000),
  );
  // The remaining time must fit a longer interval; otherwise this is the last attempt.
  const isLast = endMs - wantedMs <= wantedMs - atMs;
  const nextMs = isLast ? endMs : wantedMs;
  return {
    at: new Date(nextMs),
    series: {
      startedAt: series.startedAt,
      slot: isLast ? slots.length : slot + 1,
      lastIntervalMs: nextMs - atMs,
    },
  };
}

/**
 * When a series continues after an attempt outside the schedule (recovery, "Send now"): as it was planned if that is still
 * ahead, else in the next slot. null when the series is over.
 * @param series as it was planned together with `nextPlannedAt`
 */
export function afterExtraAttempt(
  schedule: RetrySchedule,
  series: Series,
  at: Date,
  nextPlannedAt: Date,
): NextAttempt | null {
  if (nextPlannedAt.getTime() - at.getTime() >= AHEAD_MIN_MS) return { at: nextPlannedAt, series };
  return nextInSeries(schedule, series, { at, retryAfterSeconds: null, random: NO_JITTER });
}

/** All intervals, the one that leads to the end included. */
function slotsOf({ intervalsSeconds, endsAfterSeconds }: RetrySchedule): readonly number[] {
  const rest = endsAfterSeconds - sum(intervalsSeconds);
  return rest > 0 ? [...intervalsSeconds, rest] : intervalsSeconds;
}

/** Up to a tenth of the interval in both directions, and so little that neighbours stay in order of length. */
function jitterMs(slots: readonly number[], slot: number, random: number): number {
  const around = differencesOf(slots.slice(Math.max(0, slot - 1), slot + 3));
  const mostSeconds = Math.min(
    (slots[slot] ?? 0) * JITTER_RATIO,
    ...around.map((difference) => difference * JITTER_RATIO_OF_DIFFERENCE),
  );
  return Math.round((random * 2 - 1) * mostSeconds * 1000);
}

const differencesOf = (numbers: readonly number[]) =>
  numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
