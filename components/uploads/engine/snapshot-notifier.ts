import type { RetryClock } from "@/lib/client/retrying";

const AT_MOST_EVERY_MS = 100;
const WHILE_LIVE_EVERY_MS = 1_000;

/**
 * Takes snapshots and tells listeners at most ten times a second however often something changes, the first time without
 * waiting; and each second while `isLive`, for what is shown then depends on the time too.
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
    // A plan that another one has come before is dropped when its time comes.
    void clock.sleep(Math.max(0, atMs - clock.nowMs())).then(() => {
      if (plannedAtMs === atMs) renew();
    });
  };
  return {
    /** Something changed: a new snapshot is taken soon. */
    touch: () => plan(Math.max(clock.nowMs(), takenAtMs + AT_MOST_EVERY_MS)),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The same object until listeners are notified. */
    getSnapshot: () => snapshot,
  };
}
