/** What the rows say about the documents that wait to be read by the built-in processor. */
export interface ReadingQueue {
  /** All waiting documents; at most `WAITING_COUNT_MAX`. */
  readonly totalCount: number;
  /** The waiting documents that concern the viewer: those of one asset, or all; at most `WAITING_COUNT_MAX`. */
  readonly waitingCount: number;
  /** All waiting documents up to the last one that concerns the viewer, including it. */
  readonly untilLastCount: number;
  /** Since when the oldest document has been waiting; null if none is waiting. */
  readonly oldestWaitingAt: Date | null;
  /** When the processor began its latest documents, newest first; at most `RECENT_STARTS_MAX` times. */
  readonly recentStartsAt: readonly Date[];
}

/** A count of this number means "this many or more". */
export const WAITING_COUNT_MAX = 20_000;

/** The number of recent starts that a pace is measured from. */
export const RECENT_STARTS_MAX = 200;

/** Older starts say little about the current documents. */
export const PACE_WINDOW_MS = 15 * 60_000;

/** After fewer starts, the pace is a matter of chance. */
const STARTS_MIN = 5;

/**
 * Returns in about how many seconds the last document that concerns the viewer will be read; null if it is unknown. The
 * pace of all processes follows from the starts while a document was waiting, because then no running process was idle.
 */
export function readingSecondsLeft(queue: ReadingQueue, now: Date): number | null {
  const { totalCount, untilLastCount, oldestWaitingAt, recentStartsAt } = queue;
  if (oldestWaitingAt === null || totalCount >= WAITING_COUNT_MAX) return null;
  const sinceMs = Math.max(oldestWaitingAt.getTime(), now.getTime() - PACE_WINDOW_MS);
  const counted = recentStartsAt.filter((at) => at.getTime() >= sinceMs);
  const first = counted.at(-1);
  if (first === undefined || counted.length < STARTS_MIN) return null;
  // Before the first start, the processes may have been stopped, however long a document had been waiting.
  const seconds = (now.getTime() - first.getTime()) / 1000;
  return seconds <= 0 ? null : Math.round((untilLastCount * seconds) / (counted.length - 1));
}
