import { errorMessage } from "../node-helpers";
import { type Database, isRefusedData } from "../state/database";
import { loadLiveRun } from "../state/live-run-rows";
import type { ExecutorClock } from "./clock";
import { type LiveRun, type LiveRuns, NO_TROUBLE } from "./live-runs";
import type { Log } from "./log-line";

const RELOAD_DELAY_MS = 500;

/**
 * Does work on a run and never rejects. If `work` rejects, or returns false because the run was changed elsewhere, the
 * run's state in memory is dropped and loaded again, as often as necessary. If the database can never accept what `work`
 * saves, `refused` is called instead.
 */
export type WithRecovery = (
  run: LiveRun,
  work: () => Promise<boolean>,
  refused: (reason: string) => Promise<boolean>,
) => Promise<void>;

/** Creates the recovery for the runs of one database. */
export function createRunRecovery(options: {
  readonly database: Database;
  readonly live: LiveRuns;
  readonly clock: ExecutorClock;
  readonly log: Log;
}): WithRecovery {
  const { live, clock } = options;

  const reload = async (run: LiveRun): Promise<void> => {
    if (!live.isCurrent(run)) return;
    try {
      const row = await loadLiveRun(options.database, run.id);
      if (!live.isCurrent(run)) return;
      if (row === null) live.remove(run.id);
      else live.put({ ...row, state: null, ...NO_TROUBLE });
    } catch (error) {
      reloadLater(run, error);
    }
  };

  const reloadLater = (run: LiveRun, error: unknown) => {
    if (!live.isCurrent(run)) return;
    const message = `A run's state could not be read or written: ${errorMessage(error)}`;
    options.log({ level: "error", message, runId: run.id, functionId: run.functionId });
    clock.at(clock.now() + RELOAD_DELAY_MS, () => void reload(run));
  };

  return async (run, work, refused) => {
    try {
      const isDone = await work().catch((error: unknown) => {
        if (isRefusedData(error)) return refused(error.message);
        throw error;
      });
      if (!isDone) await reload(run);
    } catch (error) {
      reloadLater(run, error);
    }
  };
}
