/** When to retry after a failure. */
export interface RetrySchedule {
  /** Whole seconds, each interval longer than the previous one. */
  readonly intervalsSeconds: readonly number[];
  /** The time from the first to the last attempt. */
  readonly endsAfterSeconds: number;
}

/** The attempts of a notification, from the first one until it is delivered or counts as undelivered. */
export interface Series {
  /** When the first attempt began. */
  readonly startedAt: Date;
  /** The number of intervals of the schedule that have been used. */
  readonly slot: number;
  /** The planned interval before the current attempt; 0 for the first. */
  readonly lastIntervalMs: number;
}

/** When a series continues, and its state at that time. */
export interface NextAttempt {
  readonly at: Date;
  readonly series: Series;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The intervals of docs/notifications.md, from 15 s to 6 h. */
export const RETRY_INTERVALS_SECONDS: readonly number[] = [
  15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200, 14_400, 21_600,
];

/** The default schedule: after these intervals, one more attempt at exactly 24 hours. */
export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = {
  intervalsSeconds: RETRY_INTERVALS_SECONDS,
  endsAfterSeconds: DAY_SECONDS,
};

const JITTER_RATIO = 0.1;
/**
 * The maximum jitter relative to the difference between intervals, small enough that each interval stays longer than the
 * previous one, even with jitter on both.
 */
const JITTER_RATIO_OF_DIFFERENCE = 0.2;

const AHEAD_MIN_MS = 1000;
const NO_JITTER = 0.5;

/**
 * Returns a schedule with these intervals, ending with the last one.
 * @throws Error with a message for the author of the list
 */
export function retryScheduleOf(intervals: readonly number[]): RetrySchedule {
  const areWhole = intervals.every((interval) => Number.isSafeInteger(interval) && interval > 0);
  const isIncreasing = differencesOf(intervals).every((difference) => difference > 0);
  if (intervals.length === 0 || !areWhole || !isIncreasing) {
    throw new Error(
      "must be whole seconds of at least 1 in increasing order, separated by commas, such as 15,30,60",
    );
  }
  return { intervalsSeconds: intervals, endsAfterSeconds: sum(intervals) };
}

/**
 * Returns when to retry after a failed attempt, or null if it was the last one of the series. The time is planned from
 * the start of the series, so that delays do not accumulate; each interval is longer than the previous one, and the last
 * attempt is exactly at the end. Slots in the past (after our own outage) are skipped. The last interval is shorter only
 * if too little time is left for a longer one.
 * @param attempt when it began, the Retry-After of the response (counted from then), and a random number in [0, 1)
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
  // If too little time is left for a longer interval, this is the last attempt.
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
 * Returns when a series continues after an attempt outside the schedule (recovery, "Send now"): as planned if that time
 * is still ahead, otherwise in the next slot; null if the series is over.
 * @param series as planned together with `nextPlannedAt`
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

/** Returns all intervals, including the last one, which ends with the series. */
function slotsOf({ intervalsSeconds, endsAfterSeconds }: RetrySchedule): readonly number[] {
  const rest = endsAfterSeconds - sum(intervalsSeconds);
  return rest > 0 ? [...intervalsSeconds, rest] : intervalsSeconds;
}

/** Returns up to a tenth of the interval in either direction, but so little that the intervals keep increasing. */
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
