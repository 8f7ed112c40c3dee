import { createAppLink } from "./engine/app-link";
import type { CallApp } from "./engine/app-transport";
import { applySync } from "./engine/apply-sync";
import { type CallSlots, createCallSlots } from "./engine/call-slots";
import type { ExecutorClock } from "./engine/clock";
import { createCoordinator } from "./engine/coordinator";
import { createCronTicks } from "./engine/cron-ticks";
import { createLiveRuns, type LiveRun } from "./engine/live-runs";
import type { Log } from "./engine/log-line";
import { createPruning } from "./engine/pruning";
import { createRunCalls } from "./engine/run-calls";
import { createRunReports, type RunReports } from "./engine/run-reports";
import { createTransactionQueue } from "./engine/transaction-queue";
import { createWorkTracker } from "./engine/work-tracker";
import { errorMessage } from "./node-helpers";
import type { StoredEvent } from "./protocol/stored-event";
import { createDatabase } from "./state/database";
import { isRunId } from "./state/find-runs";
import { type Ownership, takeOwnership } from "./state/ownership";
import { migrateSchema } from "./state/schema";

const CALLS_MAX = 20;
const CONNECTION_NAME = "inngest-executor";

/** The state of the executor; `problem` is a sentence for operators. */
export interface ExecutorState {
  readonly isSynced: boolean;
  /** Whether the app was reached but serves functions that cannot run here, or rejects the signature. */
  readonly isRefused: boolean;
  readonly problem: string | null;
  readonly liveRuns: number;
  readonly runningCalls: number;
}

/** Events cannot be accepted yet, because it is unknown which functions they start. Callers should send them again. */
export class NotSyncedError extends Error {
  override readonly name = "NotSyncedError";
}

/** The dependencies of an executor. */
export interface ExecutorOptions {
  readonly databaseUrl: string;
  /**
   * The beginning of the names of its connections in PostgreSQL; "inngest-executor" by default. All executors of a
   * database must use the same one, because the next owner finds its predecessor's connections by their names.
   */
  readonly connectionName?: string | undefined;
  readonly callApp: CallApp;
  /** The URL of the SDK's endpoint, which the executor reports to the app at each sync. */
  readonly appUrl: string;
  readonly signingKey: string;
  readonly clock: ExecutorClock;
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly random?: () => number;
  /** The maximum number of simultaneous calls to the app, not counting functions that limit themselves; 20 by default. */
  readonly callsMax?: number;
  readonly log: Log;
  /** Called when the lock is lost: another executor may own the runs, so this process must exit immediately. */
  readonly onOwnershipLost: (error: Error) => void;
}

/**
 * Runs the functions of one app, with all state in PostgreSQL. Each database has one owner; other executors wait in
 * `start`.
 */
export interface Executor extends RunReports {
  /** Resolves once the executor owns the database's runs and has loaded them; syncing continues in the background. */
  start(): Promise<void>;
  /**
   * Starts no further work, waits for running statements and releases ownership. The next owner repeats the calls in
   * flight.
   */
  stop(): Promise<void>;
  /** Resolves at the first successful sync. */
  synced(): Promise<void>;
  state(): ExecutorState;
  /**
   * Stores the events, and starts, wakes and cancels runs, in one transaction. Returns the event ids in order. Rejects
   * with NotSyncedError before the first sync.
   */
  send(events: readonly StoredEvent[]): Promise<readonly string[]>;
  /** Continues a failed run: saved results are kept, saved step errors are removed, attempts start again from zero. */
  retryRun(id: string): Promise<"retried" | "not-failed" | "unknown">;
  /** Asks the app for its functions now. Never rejects; `state()` reports the result. */
  sync(): Promise<void>;
  /** Resolves when no call or statement is running and nothing is due now. */
  settled(): Promise<void>;
}

/** Creates an executor that has not been started. It connects to nothing before `start`. */
export function createExecutor(options: ExecutorOptions): Executor {
  const parts = createParts(options);
  const { queue, coordinator, appLink, live, slots, database } = parts;
  const { databaseUrl, connectionName = CONNECTION_NAME } = options;
  const abort = new AbortController();
  let ownership: Ownership | null = null;

  /** Starts no further work and rejects all requests. Connections stay open, and running calls are not waited for. */
  const halt = () => {
    appLink.stop();
    parts.crons.stop();
    parts.pruning.stop();
    live.close();
    return queue.stop();
  };

  let ended: Promise<void> | null = null;
  const end = () => {
    abort.abort(new Error("The executor was stopped."));
    ended ??= halt().then(() => database.close());
    return ended;
  };

  const stop = async () => {
    await end();
    await ownership?.release();
  };

  const own = () =>
    takeOwnership({
      databaseUrl,
      connectionName,
      signal: abort.signal,
      onWait: (owner) => {
        const which = owner.process === null ? "" : ` (${owner.process})`;
        const message = `Another executor${which} is running the durable work of this database; waiting for it to stop.`;
        options.log({ level: "warn", message, owner });
      },
      onLost: (error) => {
        void halt();
        options.onOwnershipLost(error);
      },
    });

  return {
    start: async () => {
      try {
        ownership = await own();
        await migrateSchema(ownership.client);
        await queue.exclusively(async () => undefined);
      } catch (error) {
        await stop();
        throw error;
      }
      parts.pruning.start();
      void appLink.sync();
    },
    stop,
    synced: () => appLink.synced(),
    state: () => ({
      isSynced: appLink.isSynced,
      isRefused: appLink.isRefused,
      problem: appLink.problem,
      liveRuns: live.size,
      runningCalls: slots.running,
    }),
    send: async (events) => {
      if (ownership === null)
        throw new Error("The executor is not running: call start() and wait.");
      if (!appLink.isSynced)
        throw new NotSyncedError(`Events cannot be accepted yet. ${appLink.problem ?? ""}`);
      await coordinator.receive(events);
      return events.map(({ id }) => id);
    },
    ...createRunReports({ ...parts, clock: options.clock }),
    retryRun: async (id) => (isRunId(id) ? coordinator.retry(id) : "unknown"),
    sync: () => appLink.sync(),
    settled: () => parts.tracker.settled(),
  };
}

function createParts(options: ExecutorOptions) {
  const { clock, log, random = Math.random, callsMax = CALLS_MAX } = options;
  const { databaseUrl, connectionName = CONNECTION_NAME } = options;
  const database = createDatabase(databaseUrl, connectionName, (error) =>
    log({ level: "warn", message: `A database connection ended: ${errorMessage(error)}` }),
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
  const calls = createRunCalls({ ...options, database, live, coordinator, appLink, random });
  const slots: CallSlots = createCallSlots({
    callsMax,
    mayCall: () => appLink.isOpen,
    functionOf: (run) => coordinator.functions.get(run.functionId),
    call: (run) => tracker.track(calls.call(run)),
  });
  const endPause = (run: LiveRun) => void tracker.track(calls.endPause(run));
  const pruning = createPruning({ database, clock, tracker, log });
  return { database, tracker, live, queue, coordinator, crons, appLink, slots, pruning };
}
