import type { Database } from "../state/database";
import { findRun, listRuns } from "../state/find-runs";
import type { RunDetail, RunFilter, RunSummary } from "../state/run-history";
import type { AppLink } from "./app-link";
import type { CallSlots } from "./call-slots";
import type { ExecutorClock } from "./clock";
import type { LiveRuns } from "./live-runs";

/** The part of a run's state that exists only in memory, in the running executor. */
interface CallStanding {
  /**
   * The state of a run whose next action is a call: the call is running, or the run is waiting for a slot, for the app,
   * or for the time at which it is due. Null for all other runs.
   */
  readonly callState: "running" | "queued" | "app-away" | "later" | null;
  /** The number of consecutive calls during which the connection to the app was lost; reset by a restart. */
  readonly lostCalls: number;
}

/** A run as it appears to operators in a list. */
export type ReportedSummary = RunSummary & CallStanding;

/** A run as it appears to operators. */
export type ReportedRun = RunDetail & CallStanding;

/** Runs for operators: their stored state and what the executor is doing with them. */
export interface RunReports {
  /** Newest first. */
  listRuns(filter: RunFilter): Promise<readonly ReportedSummary[]>;
  /** Resolves with a run, or with null for an unknown id. */
  findRun(id: string): Promise<ReportedRun | null>;
}

/** Creates reports on the runs of a running executor. */
export function createRunReports(parts: {
  readonly database: Database;
  readonly slots: CallSlots;
  readonly live: LiveRuns;
  readonly appLink: AppLink;
  readonly clock: ExecutorClock;
}): RunReports {
  const callStateOf = (run: RunSummary): CallStanding["callState"] => {
    if (run.phase !== "call") return null;
    if (parts.slots.isCalling(run.id)) return "running";
    if (Date.parse(run.dueAt ?? "") > parts.clock.now()) return "later";
    return parts.appLink.isOpen ? "queued" : "app-away";
  };

  const report = <Run extends RunSummary>(run: Run): Run & CallStanding => {
    const lostCalls = parts.live.get(run.id)?.losses ?? 0;
    return { ...run, callState: callStateOf(run), lostCalls };
  };

  return {
    listRuns: async (filter) => (await listRuns(parts.database, filter)).map(report),
    findRun: async (id) => {
      const run = await findRun(parts.database, id);
      return run && report(run);
    },
  };
}
