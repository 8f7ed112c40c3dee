import type { ServedFunction } from "../protocol/served-function";
import type { StoredEvent } from "../protocol/stored-event";
import { type CronTrigger, moveCron } from "../state/cron-rows";
import type { Database } from "../state/database";
import { type Ending, endRun } from "../state/end-run";
import { findEventsSince, type ReceivedEvent } from "../state/event-rows";
import { retryRun } from "../state/retry-run";
import { type AwaitedEvent, beginPause, type Pause } from "../state/transitions";
import type { ExecutorClock } from "./clock";
import { FINISHED, finishEvents } from "./finish-events";
import { createFunctionSet, type FunctionSet } from "./function-set";
import type { KeptState, LiveRun, LiveRuns } from "./live-runs";
import { firstMatch } from "./match-events";
import { onlyStart, storeEvents } from "./store-events";
import type { TransactionQueue } from "./transaction-queue";

/** A run that was called, with the wait that it requested. */
interface WaitRequest {
  readonly run: LiveRun;
  readonly state: KeptState;
  readonly pause: Pause;
  readonly awaited: AwaitedEvent;
  readonly onWaiting: () => void;
}

/**
 * Runs everything that accepts events or depends on which events have arrived, one job at a time and each in one
 * transaction. No event can therefore arrive between the search for it and the start of the wait. The runs in memory are
 * updated after the commit.
 */
export interface Coordinator {
  readonly functions: FunctionSet;
  /** Replaces the set of functions. */
  replaceFunctions(served: readonly ServedFunction[]): Promise<void>;
  /** Position of the last event received. */
  readonly lastPosition: number;
  /** Returns whether any function or waiting run listens for completed runs. */
  isFinishedHeard(): boolean;
  receive(events: readonly StoredEvent[]): Promise<void>;
  /** Starts the run for a cron tick and schedules the next tick. */
  tick(event: StoredEvent, served: ServedFunction, next: CronTrigger): Promise<void>;
  /**
   * Ends the run and publishes its finish events; returns false if the caller's version of the run was no longer
   * current.
   */
  end(run: LiveRun, ending: Ending): Promise<boolean>;
  /**
   * Begins a wait. If a matching event has arrived since the run's last saved step, instead returns that event without
   * beginning a wait. Returns "stale" if the run is no longer current. `onWaiting` is called before any later event is
   * accepted.
   */
  wait(request: WaitRequest): Promise<ReceivedEvent | "waiting" | "stale">;
  retry(id: string): Promise<"retried" | "not-failed" | "unknown">;
}

/** Creates a coordinator without any functions. */
export function createCoordinator(
  database: Database,
  live: LiveRuns,
  clock: ExecutorClock,
  queue: TransactionQueue,
): Coordinator {
  const { exclusively, commit } = queue;
  let functions = createFunctionSet([]);

  const isFinishedHeard = () => queue.isFinishedAwaited || functions.isHeard(FINISHED);
  const context = () => ({
    functions,
    nowMs: clock.now(),
    isFinishedHeard: isFinishedHeard(),
    isAwaited: live.isAwaited,
  });

  const end = async (run: LiveRun, ending: Ending): Promise<boolean> => {
    if (!live.isCurrent(run)) return false;
    const isEnded = await commit(async (connection, effects) => {
      const ended = await endRun(connection, run, clock.now(), ending);
      if (ended === null) return false;
      const events = finishEvents(ended, isFinishedHeard());
      await storeEvents(connection, context(), events, effects);
      return true;
    });
    if (isEnded && live.isCurrent(run)) live.remove(run.id);
    return isEnded;
  };

  return {
    get functions() {
      return functions;
    },
    get lastPosition() {
      return queue.lastPosition;
    },
    isFinishedHeard,
    replaceFunctions: (served) =>
      exclusively(async () => {
        functions = createFunctionSet(served);
      }),
    receive: (events) =>
      exclusively(() =>
        commit(
          (connection, effects) => storeEvents(connection, context(), events, effects),
          onlyStart(context(), events),
        ),
      ),
    tick: (event, served, next) =>
      exclusively(() =>
        commit(async (connection, effects) => {
          await moveCron(connection, next);
          await storeEvents(connection, context(), [event], effects, () => [served]);
        }),
      ),
    end: (run, ending) => exclusively(() => end(run, ending)),
    wait: (request) => exclusively(() => wait(database, live, queue, request)),
    retry: (id) =>
      exclusively(async () => {
        const outcome = await retryRun(database, id, clock.now());
        if (outcome === "retried") await queue.load();
        return outcome;
      }),
  };
}

async function wait(
  database: Database,
  live: LiveRuns,
  queue: TransactionQueue,
  { run, state, pause, awaited, onWaiting }: WaitRequest,
): Promise<ReceivedEvent | "waiting" | "stale"> {
  if (!live.isCurrent(run)) return "stale";
  const { event: name, expressionText } = awaited;
  if (name === FINISHED) queue.isFinishedAwaited = true;
  const hasMissedSome = queue.lastPosition > state.seenPosition;
  const missed = hasMissedSome ? await findEventsSince(database, name, state.seenPosition) : [];
  const match = firstMatch({ event: state.event, waitEvent: name, expressionText }, missed);
  if (match !== null) return match;
  if (!(await beginPause(database, run, pause, awaited))) return "stale";
  onWaiting();
  return "waiting";
}
