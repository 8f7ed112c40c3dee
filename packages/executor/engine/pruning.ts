import { errorMessage } from "../node-helpers";
import type { Database } from "../state/database";
import { pruneHistory } from "../state/prune-history";
import type { ExecutorClock } from "./clock";
import type { Log } from "./log-line";
import type { WorkTracker } from "./work-tracker";

const INTERVAL_MS = 3_600_000;

/** Deletes old history at startup and every hour. */
export function createPruning(options: {
  readonly database: Database;
  readonly clock: ExecutorClock;
  readonly tracker: WorkTracker;
  readonly log: Log;
}): { start(): void; stop(): void } {
  const { clock } = options;
  let revokeTimer: () => void = () => undefined;

  const start = () => {
    revokeTimer = clock.at(clock.now() + INTERVAL_MS, start);
    const pruned = options.tracker.track(pruneHistory(options.database, clock.now()));
    pruned.catch((error: unknown) => {
      const message = `Old runs could not be deleted: ${errorMessage(error)}`;
      options.log({ level: "warn", message });
    });
  };
  return { start, stop: () => revokeTimer() };
}
