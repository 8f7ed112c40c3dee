/** A task during which a page did not respond, in milliseconds of the page's own time. */
export interface LongTask {
  readonly startMs: number;
  readonly endMs: number;
}

/** The longest times that a page did not respond, before and after something was dropped on it. */
export interface BlockedTimes {
  /** The browser's longest task before it passes the drop to the page; 0 if none took more than 50 ms. */
  readonly browserMs: number;
  /** The longest task after that, counted from the drop; 0 if none took more than 50 ms. */
  readonly longestTaskMs: number;
}

/**
 * Splits tasks at the moment when the page received the drop. Chromium looks up the type of each file by its name: once
 * when the files are dragged over the page, and again in the task that delivers the drop, before any script runs.
 */
export function splitAtDrop(tasks: readonly LongTask[], droppedMs: number): BlockedTimes {
  const before = tasks.map(({ startMs, endMs }) => Math.min(endMs, droppedMs) - startMs);
  const after = tasks.map(({ startMs, endMs }) => endMs - Math.max(startMs, droppedMs));
  return { browserMs: Math.max(0, ...before), longestTaskMs: Math.max(0, ...after) };
}
