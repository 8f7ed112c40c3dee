import { errorMessage } from "../node-helpers";
import type { Database, Queryable } from "../state/database";
import { isAwaited, loadLastPosition } from "../state/event-rows";
import { loadLiveRuns } from "../state/live-run-rows";
import type { ExecutorClock } from "./clock";
import { FINISHED } from "./finish-events";
import { type LiveRuns, NO_TROUBLE } from "./live-runs";
import type { Log } from "./log-line";
import { type Effects, noEffects } from "./store-events";
import type { WorkTracker } from "./work-tracker";

const RECOVERY_DELAY_MS = 500;

/** The dependencies of a transaction queue. */
export interface TransactionQueueOptions {
  readonly database: Database;
  readonly live: LiveRuns;
  readonly clock: ExecutorClock;
  readonly tracker: WorkTracker;
  readonly log: Log;
}

/** Processes events and runs one at a time. The runs in memory match what was committed, even after a failure. */
export interface TransactionQueue {
  /** Position of the last event received. */
  readonly lastPosition: number;
  /** Whether any run may be waiting for another run to end. */
  isFinishedAwaited: boolean;
  /**
   * Runs the work exclusively. If the work rejects, all runs are compared with the database before anything else is
   * done.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs one transaction inside `exclusively` and applies its effects to the runs in memory after the commit. If
   * `isOneStatement` is true, the work runs a single statement, which does not need a surrounding transaction.
   */
  commit<Result>(
    work: (connection: Queryable, effects: Effects) => Promise<Result>,
    isOneStatement?: boolean,
  ): Promise<Result>;
  /** Reloads all runs from the database; call it inside `exclusively`. */
  load(): Promise<void>;
  /** Accepts no more work, and resolves when all accepted work is done. */
  stop(): Promise<void>;
}

/** Creates a queue that loads the runs before it does any other work. */
export function createTransactionQueue(options: TransactionQueueOptions): TransactionQueue {
  const { database, live, clock } = options;
  let last: Promise<unknown> = Promise.resolve();
  let lastPosition = 0;
  let isDoubtful = true;
  let isStopped = false;

  /** Runs the work of each call once the previous call's work is done, and returns its result. */
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const load = async () => {
    lastPosition = Math.max(lastPosition, await loadLastPosition(database));
    queue.isFinishedAwaited = await isAwaited(database, FINISHED);
    await loadRuns(database, live);
    isDoubtful = false;
  };

  /** After a failure, it is unknown whether the transaction was committed. */
  const doubt = () => {
    isDoubtful = true;
    clock.at(clock.now() + RECOVERY_DELAY_MS, () => {
      if (!isDoubtful || isStopped) return;
      queue
        .exclusively(async () => undefined)
        .catch((error: unknown) => {
          const message = `The runs could not be loaded: ${errorMessage(error)}`;
          options.log({ level: "error", message });
        });
    });
  };

  const queue: TransactionQueue = {
    get lastPosition() {
      return lastPosition;
    },
    isFinishedAwaited: false,
    exclusively: (work) => {
      const job = enqueue(async () => {
        if (isStopped) throw new Error("The executor has been stopped.");
        try {
          if (isDoubtful) await load();
          return await work();
        } catch (error) {
          doubt();
          throw error;
        }
      });
      return options.tracker.track(job);
    },
    commit: async (work, isOneStatement = false) => {
      const effects = noEffects();
      const result = await (isOneStatement
        ? work(database, effects)
        : database.transaction((connection) => work(connection, effects)));
      lastPosition = Math.max(lastPosition, effects.lastPosition);
      tell(live, effects, clock.now());
      return result;
    },
    load,
    stop: () => {
      isStopped = true;
      return enqueue(async () => undefined);
    },
  };
  return queue;
}

/**
 * Updates the runs that are newer in the database than in memory, and removes the runs that are no longer live in the
 * database.
 */
async function loadRuns(database: Database, live: LiveRuns): Promise<void> {
  const before = live.all();
  const rows = await loadLiveRuns(database);
  const ids = new Set(rows.map(({ id }) => id));
  for (const run of before) {
    if (!ids.has(run.id) && live.isCurrent(run)) live.remove(run.id);
  }
  for (const row of rows) {
    const known = live.get(row.id);
    if (known === undefined || known.seq < row.seq)
      live.put({ ...row, state: null, ...NO_TROUBLE });
  }
}

function tell(live: LiveRuns, effects: Effects, nowMs: number): void {
  const next = { phase: "call", dueAtMs: nowMs, waitEvent: null, ...NO_TROUBLE } as const;
  for (const { run, position } of effects.started) {
    const { event, ...row } = run;
    const bytes = JSON.stringify(event).length;
    const nothing = { steps: [], attempt: 0, requestVersion: -1 };
    live.put({
      ...row,
      ...next,
      seq: 0,
      state: { event, ...nothing, seenPosition: position, bytes },
    });
  }
  for (const { id, seq } of effects.resolved) {
    const known = live.get(id);
    if (known !== undefined) live.put({ ...known, ...next, seq: seq + 1, state: null });
  }
  for (const id of effects.cancelledIds) live.remove(id);
}
