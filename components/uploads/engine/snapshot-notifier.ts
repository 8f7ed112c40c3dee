import type { RetryClock } from "@/lib/client/retrying";

const AT_MOST_EVERY_MS = 100;
const WHILE_LIVE_EVERY_MS = 1_000;

/**
 * Takes snapshots and notifies listeners at most ten times a second, the first time without delay. While `isLive`, it
 * also does so every second, because the snapshot then depends on the time as well.
 */
export function createSnapshotNotifier<Snapshot>(
  clock: RetryClock,
  first: Snapshot,
  { take, isLive }: { take: () => Snapshot; isLive: () => boolean },
) {
  const listeners = new Set<() => void>();
  let snapshot = first;
  let takenAtMs = Number.NEGATIVE_INFINITY;
  let plannedAtMs = Number.POSITIVE_INFINITY;

  const renew = () => {
    plannedAtMs = Number.POSITIVE_INFINITY;
    takenAtMs = clock.nowMs();
    snapshot = take();
    for (const listener of [...listeners]) listener();
    if (isLive()) plan(takenAtMs + WHILE_LIVE_EVERY_MS);
  };
  const plan = (atMs: number) => {
    if (plannedAtMs <= atMs) return;
    plannedAtMs = atMs;
    // Skipped if an earlier run has replaced this one.
    void clock.sleep(Math.max(0, atMs - clock.nowMs())).then(() => {
      if (plannedAtMs === atMs) renew();
    });
  };
  return {
    /** Takes a new snapshot soon, because something changed. */
    touch: () => plan(Math.max(clock.nowMs(), takenAtMs + AT_MOST_EVERY_MS)),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns the same object until listeners are notified. */
    getSnapshot: () => snapshot,
  };
}
