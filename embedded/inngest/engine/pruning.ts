import type { Database } from "../state/database";
import { pruneHistory } from "../state/prune-history";
import type { Activity } from "./activity";
import type { ExecutorClock } from "./clock";
import { type Log, reasonOf } from "./log-line";

const INTERVAL_MS = 3_600_000;

/** Deletes old history at the start and every hour. */
export function createPruning(options: {
  readonly database: Database;
  readonly clock: ExecutorClock;
  readonly activity: Activity;
  readonly log: Log;
}): { start(): void; stop(): void } {
  const { clock } = options;
  let revokeTimer: () => void = () => undefined;

  const start = () => {
    revokeTimer = clock.at(clock.now() + INTERVAL_MS, start);
    const pruned = options.activity.track(pruneHistory(options.database, clock.now()));
    pruned.catch((error: unknown) => {
      const message = `Old runs could not be deleted: ${reasonOf(error)}`;
      options.log({ level: "warn", message });
    });
  };
  return { start, stop: () => revokeTimer() };
}
