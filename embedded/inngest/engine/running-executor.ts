import { messageOf } from "../../message-of";
import type { StoredEvent } from "../protocol/stored-event";
import { createDatabase } from "../state/database";
import { isRunId } from "../state/find-runs";
import type { Ownership } from "../state/ownership";
import { createAppLink } from "./app-link";
import type { CallApp } from "./app-transport";
import { applySync } from "./apply-sync";
import { type CallSlots, createCallSlots } from "./call-slots";
import type { ExecutorClock } from "./clock";
import { createCoordinator } from "./coordinator";
import { createCronTicks } from "./cron-ticks";
import { createLiveRuns, type LiveRun } from "./live-runs";
import type { Log } from "./log-line";
import { createPruning } from "./pruning";
import { createRunCalls } from "./run-calls";
import { createRunReports, type RunReports } from "./run-reports";
import { createTransactionQueue } from "./transaction-queue";
import { createWorkTracker } from "./work-tracker";

const CALLS_MAX = 20;

/** How the executor is doing; `problem` is a sentence for operators. */
export interface ExecutorState {
  readonly isSynced: boolean;
  /** The app was reached but serves what cannot be run here, or refuses the signature. */
  readonly isRefused: boolean;
  readonly problem: string | null;
  readonly liveRuns: number;
  readonly runningCalls: number;
}

/** Events cannot be taken in yet: which functions they start is not known. Send them again. */
export class NotSyncedError extends Error {
  override readonly name = "NotSyncedError";
}

/** What a running executor needs from outside. */
export interface RunningExecutorOptions {
  readonly databaseUrl: string;
  readonly callApp: CallApp;
  readonly appUrl: string;
  readonly signingKey: string;
  readonly clock: ExecutorClock;
  readonly random?: () => number;
  readonly callsMax?: number;
  readonly log: Log;
}

/** The parts of an executor that owns the runs. */
export interface RunningExecutor extends RunReports {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Does nothing more and refuses whatever is asked, because somebody else may own the runs. What is running is not
   * waited for, and the connections stay: the process must end.
   */
  abandon(): void;
  synced(): Promise<void>;
  state(): ExecutorState;
  send(events: readonly StoredEvent[]): Promise<readonly string[]>;
  retryRun(id: string): Promise<"retried" | "not-failed" | "unknown">;
  sync(): Promise<void>;
  settled(): Promise<void>;
}

/** Puts the parts together over an ownership, which ends with `stop`. */
export function createRunningExecutor(
  options: RunningExecutorOptions,
  ownership: Ownership,
): RunningExecutor {
  const { clock, log } = options;
  const database = createDatabase(options.databaseUrl, (error) =>
    log({ level: "warn", message: `A database connection ended: ${messageOf(error)}` }),
  );
  const tracker = createWorkTracker();
  const live = createLiveRuns({
    clock,
    onDue: (run) => (run.phase === "call" ? slots.request(run) : endPause(run)),
    onGone: (run) => slots.withdraw(run),
  });
  const queue = createTransactionQueue({ database, live, clock, tracker, log });
  const coordinator = createCoordinator(database, live, clock, queue);
  const crons = createCronTicks({ coordinator, clock, log });
  const appLink = createAppLink({
    ...options,
    tracker,
    adopt: (served) => applySync({ database, live, coordinator, crons, clock }, served),
    onOpen: () => slots.pump(),
  });
  const { random = Math.random, callsMax = CALLS_MAX } = options;
  const calls = createRunCalls({ ...options, database, live, coordinator, appLink, random });
  const slots: CallSlots = createCallSlots({
    callsMax,
    mayCall: () => appLink.isOpen,
    functionOf: (run) => coordinator.functions.get(run.functionId),
    call: (run) => tracker.track(calls.call(run)),
  });
  const pruning = createPruning({ database, clock, tracker, log });
  const endPause = (run: LiveRun) => void tracker.track(calls.endPause(run));

  const haltAll = () => {
    appLink.stop();
    crons.stop();
    pruning.stop();
    live.close();
    return queue.stop();
  };

  return {
    start: async () => {
      await queue.exclusively(async () => undefined);
      pruning.start();
      void appLink.sync();
    },
    stop: async () => {
      await haltAll();
      await database.close();
      await ownership.release();
    },
    abandon: () => void haltAll(),
    synced: () => appLink.synced(),
    state: () => ({
      isSynced: appLink.isSynced,
      isRefused: appLink.isRefused,
      problem: appLink.problem,
      liveRuns: live.size,
      runningCalls: slots.running,
    }),
    send: async (events) => {
      if (!appLink.isSynced) throw new NotSyncedError(`Events wait. ${appLink.problem ?? ""}`);
      await coordinator.receive(events);
      return events.map(({ id }) => id);
    },
    ...createRunReports({ database, slots, live, appLink, clock }),
    retryRun: async (id) => (isRunId(id) ? coordinator.retry(id) : "unknown"),
    sync: () => appLink.sync(),
    settled: () => tracker.settled(),
  };
}
