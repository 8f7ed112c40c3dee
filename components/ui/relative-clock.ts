/** What a clock for relative times needs from the browser. */
export interface ClockSurroundings {
  readonly nowMs: () => number;
  /** Calls back again and again; the answer ends it. */
  readonly every: (ms: number, run: () => void) => () => void;
  /** Calls back when the page is looked at again; the answer ends it. */
  readonly onShown: (run: () => void) => () => void;
}

/** Calls a listener whenever the words for how far away a time is may have changed; the answer ends it. */
export type WatchRelativeTime = (atMs: number, listener: () => void) => () => void;

const TICK_MS = 1_000;
/** A tick that comes a little early counts, or a whole one would be skipped. */
const EARLY_MS = TICK_MS / 2;
const SECONDS_UNTIL_MS = 91_000;
const MINUTES_UNTIL_MS = 91 * 60_000;

/** One timer for all times of a page, and none while there are no times; pages in the background catch up when they are shown. */
export function createRelativeClock({
  nowMs,
  every,
  onShown,
}: ClockSurroundings): WatchRelativeTime {
  const watched = new Map<() => void, { readonly atMs: number; dueMs: number }>();
  let ends: readonly (() => void)[] = [];
  const call = (isDue: (dueMs: number) => boolean) => {
    const now = nowMs();
    for (const [listener, one] of [...watched]) {
      if (!isDue(one.dueMs)) continue;
      one.dueMs = now + pauseMs(one.atMs, now);
      listener();
    }
  };
  const start = () => {
    ends = [
      every(TICK_MS, () => call((dueMs) => dueMs <= nowMs() + EARLY_MS)),
      onShown(() => call(() => true)),
    ];
  };
  return (atMs, listener) => {
    if (watched.size === 0) start();
    watched.set(listener, { atMs, dueMs: nowMs() + pauseMs(atMs, nowMs()) });
    return () => {
      if (!watched.delete(listener) || watched.size > 0) return;
      for (const end of ends) end();
    };
  };
}

/** How long the words can stay: they tell seconds, then minutes, then hours. */
function pauseMs(atMs: number, nowMs: number): number {
  const distanceMs = Math.abs(atMs - nowMs);
  if (distanceMs < SECONDS_UNTIL_MS) return TICK_MS;
  return distanceMs < MINUTES_UNTIL_MS ? 10 * TICK_MS : 60 * TICK_MS;
}
