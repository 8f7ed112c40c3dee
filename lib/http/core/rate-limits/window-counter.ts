import type { Clock } from "@/lib/kernel/ports/system";

/**
 * The number of calls with one name in the current window, including the latest call, and the time until the next window
 * can begin.
 */
export interface WindowCount {
  readonly calls: number;
  readonly restMs: number;
}

/** Counts calls by name in windows of equal length. Each window begins with its first call. */
export interface WindowCounter {
  count(name: string): WindowCount;
  /** Returns the number of names that are stored, including names whose windows have ended. */
  size(): number;
}

interface Window {
  calls: number;
  readonly startMs: number;
}

/**
 * Creates a counter that stores at most `namesMax` names. It uses no timers, because a timer would keep the request that
 * started it in memory. If the counter is full, a new name replaces the oldest window, and the name of that window would
 * start again from zero.
 */
export function createWindowCounter(
  { windowMs, namesMax }: { readonly windowMs: number; readonly namesMax: number },
  clock: Clock,
): WindowCounter {
  // A map keeps the insertion order and all windows have the same length, so the first window is always the next to end.
  const windows = new Map<string, Window>();
  // The iterator is kept, because each new iterator would begin by skipping every entry that was ever removed.
  let order = windows.entries();
  let first: readonly [string, Window] | undefined;
  const restOf = ({ startMs }: Window, nowMs: number) =>
    // If the clock is set back, the window ends, because it would otherwise last longer.
    nowMs < startMs ? 0 : startMs + windowMs - nowMs;

  function findFirst(): readonly [string, Window] | undefined {
    while (windows.size > 0 && (!first || windows.get(first[0]) !== first[1])) {
      const next = order.next();
      // An iterator that has ended stays at its end, even if entries are added.
      if (next.done) order = windows.entries();
      else first = next.value;
    }
    return windows.size > 0 ? first : undefined;
  }

  function makeRoom(nowMs: number): void {
    for (let oldest = findFirst(); oldest; oldest = findFirst()) {
      const [name, window] = oldest;
      if (windows.size < namesMax && restOf(window, nowMs) > 0) return;
      windows.delete(name);
    }
  }

  return {
    size: () => windows.size,
    count: (name) => {
      const nowMs = clock.now().getTime();
      const known = windows.get(name);
      if (known && restOf(known, nowMs) > 0) {
        known.calls += 1;
        return { calls: known.calls, restMs: restOf(known, nowMs) };
      }
      windows.delete(name);
      makeRoom(nowMs);
      windows.set(name, { calls: 1, startMs: nowMs });
      return { calls: 1, restMs: windowMs };
    },
  };
}
