import type { CallApp } from "./engine/app-transport";
import type { ExecutorClock } from "./engine/clock";
import type { Log } from "./engine/log-line";
import type { RunReports } from "./engine/run-reports";
import {
  createRunningExecutor,
  type ExecutorState,
  type RunningExecutor,
} from "./engine/running-executor";
import type { StoredEvent } from "./protocol/stored-event";
import { takeOwnership } from "./state/ownership";
import { migrateSchema } from "./state/schema";

export type { ExecutorState };

/** What an executor needs from outside. */
export interface ExecutorOptions {
  readonly databaseUrl: string;
  readonly callApp: CallApp;
  /** The address of the SDK's endpoint, as told to it at sync. */
  readonly appUrl: string;
  readonly signingKey: string;
  readonly clock: ExecutorClock;
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number;
  /** Calls of the app that may run at once; 20 unless told. */
  readonly callsMax?: number;
  readonly log: Log;
  /** The lock is gone: another executor may own the runs, so this process must end at once. */
  readonly onOwnershipLost: (error: Error) => void;
}

/** Runs the functions of one app, with all state in PostgreSQL. One owner per database; the others wait in `start`. */
export interface Executor extends RunReports {
  /** Resolves when it owns the database's runs and has loaded them; syncing goes on in the background. */
  start(): Promise<void>;
  /** Starts nothing more, lets running statements end and gives the ownership back. Calls in flight are repeated by the next owner. */
  stop(): Promise<void>;
  /** Resolves at the first successful sync. */
  synced(): Promise<void>;
  state(): ExecutorState;
  /** Stores the events and starts, wakes and cancels runs in one transaction; the ids in order. Rejects with NotSyncedError before the first sync. */
  send(events: readonly StoredEvent[]): Promise<readonly string[]>;
  /** A failed run continues: saved results stay, saved step errors go, attempts start again. */
  retryRun(id: string): Promise<"retried" | "not-failed" | "unknown">;
  /** Asks the app for its functions now; never rejects, `state()` tells the outcome. */
  sync(): Promise<void>;
  /** Resolves when no call and no statement runs and nothing is due now. */
  settled(): Promise<void>;
}

/** An executor that has not been started. */
export function createExecutor(options: ExecutorOptions): Executor {
  const abort = new AbortController();
  let running: RunningExecutor | null = null;

  const whileRunning = (): RunningExecutor => {
    if (running === null) throw new Error("The executor is not running: call start() and wait.");
    return running;
  };

  return {
    start: async () => {
      const ownership = await takeOwnership({
        databaseUrl: options.databaseUrl,
        signal: abort.signal,
        onWait: () =>
          options.log({
            level: "info",
            message: "Another executor owns this database; waiting.",
          }),
        onLost: (error) => {
          running?.abandon();
          options.onOwnershipLost(error);
        },
      });
      try {
        await migrateSchema(ownership.client);
        running = createRunningExecutor(options, ownership);
        await running.start();
      } catch (error) {
        await (running === null ? ownership.release() : running.stop());
        running = null;
        throw error;
      }
    },
    stop: async () => {
      abort.abort(new Error("The executor was stopped."));
      const stopped = running;
      running = null;
      await stopped?.stop();
    },
    synced: () => whileRunning().synced(),
    state: () => running?.state() ?? NOT_RUNNING,
    send: async (events) => whileRunning().send(events),
    listRuns: async (filter) => whileRunning().listRuns(filter),
    findRun: async (id) => whileRunning().findRun(id),
    retryRun: async (id) => whileRunning().retryRun(id),
    sync: async () => whileRunning().sync(),
    settled: () => whileRunning().settled(),
  };
}

const NOT_RUNNING: ExecutorState = {
  isSynced: false,
  isRefused: false,
  problem: "The executor is not running.",
  liveRuns: 0,
  runningCalls: 0,
};
