/** The browser functions that a clock for relative times needs. */
export interface ClockSurroundings {
  readonly nowMs: () => number;
  /** Calls `run` repeatedly; returns a function that stops the calls. */
  readonly every: (ms: number, run: () => void) => () => void;
  /** Calls `run` whenever the page becomes visible; returns a function that stops the calls. */
  readonly onShown: (run: () => void) => () => void;
}

/** Calls a listener whenever the text of a relative time may have changed; returns a function that stops the calls. */
export type WatchRelativeTime = (atMs: number, listener: () => void) => () => void;

const TICK_MS = 1_000;
/** A tick that comes slightly early must count, or a whole tick would be skipped. */
const EARLY_MS = TICK_MS / 2;
const SECONDS_UNTIL_MS = 91_000;
const MINUTES_UNTIL_MS = 91 * 60_000;

/**
 * Creates a single timer for all times on a page. It runs only while the page shows such times. Background pages catch up
 * when they are shown.
 */
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

/**
 * Returns how long the text of a relative time stays correct. The text counts seconds first, then minutes, then hours.
 */
function pauseMs(atMs: number, nowMs: number): number {
  const distanceMs = Math.abs(atMs - nowMs);
  if (distanceMs < SECONDS_UNTIL_MS) return TICK_MS;
  return distanceMs < MINUTES_UNTIL_MS ? 10 * TICK_MS : 60 * TICK_MS;
}
