import type { CallState, LiveRunRow } from "../state/live-run-rows";
import type { ExecutorClock } from "./clock";

/**
 * The maximum size of the saved steps and events of active runs in memory. Anything beyond it is dropped and loaded
 * again when needed.
 */
const STATE_BYTES_MAX = 32 * 1_048_576;

/** A call's state with its approximate size in bytes. */
export interface KeptState extends CallState {
  readonly bytes: number;
}

/** One version of a live run. It is replaced, never changed, so code that holds an older version can detect that. */
export interface LiveRun extends LiveRunRow {
  /** Null if the state must be loaded before the next call. */
  readonly state: KeptState | null;
  /**
   * The number of times in a row that the app was not reached. It determines the delay before the next call and is reset
   * by a restart.
   */
  readonly misses: number;
  /** The number of times in a row that the connection was lost during the run's call. It is also reset by a restart. */
  readonly losses: number;
}

/** The counters of a run that has not been called yet. */
export const NO_TROUBLE = { misses: 0, losses: 0 } as const;

/** All live runs in the database, each with a timer for its next action. */
export interface LiveRuns {
  readonly size: number;
  all(): readonly LiveRun[];
  get(id: string): LiveRun | undefined;
  /**
   * Returns whether a run may be waiting for an event with that name. May also return true just after a wait has ended,
   * but always returns true while a run is waiting.
   */
  isAwaited(eventName: string): boolean;
  /** Returns whether this version is still the newest version of its run. */
  isCurrent(run: LiveRun): boolean;
  /** Stores the run's newest version; it is due at `dueAtMs`, but not before `notBeforeMs`. */
  put(run: LiveRun, notBeforeMs?: number): void;
  remove(id: string): void;
  /** Removes all runs and accepts no new ones. */
  close(): void;
}

interface Entry {
  readonly run: LiveRun;
  revokeTimer: () => void;
}

/**
 * Creates an empty collection. `onDue` is called immediately for a run that is already due; `onGone` is called for each
 * version that is no longer current.
 */
export function createLiveRuns(options: {
  readonly clock: ExecutorClock;
  readonly onDue: (run: LiveRun) => void;
  readonly onGone: (run: LiveRun) => void;
}): LiveRuns {
  const { clock } = options;
  const runs = new Map<string, Entry>();
  const waitsByEvent = new Map<string, number>();
  let stateBytes = 0;
  let isClosed = false;

  const countWait = ({ waitEvent }: LiveRun, change: 1 | -1) => {
    if (waitEvent === null) return;
    const count = (waitsByEvent.get(waitEvent) ?? 0) + change;
    if (count === 0) waitsByEvent.delete(waitEvent);
    else waitsByEvent.set(waitEvent, count);
  };

  const drop = (id: string) => {
    const known = runs.get(id);
    if (known === undefined) return;
    known.revokeTimer();
    runs.delete(id);
    stateBytes -= known.run.state?.bytes ?? 0;
    countWait(known.run, -1);
    options.onGone(known.run);
  };

  const put = (next: LiveRun, notBeforeMs = 0) => {
    drop(next.id);
    if (isClosed) return;
    const bytes = next.state?.bytes ?? 0;
    const isKept = stateBytes + bytes <= STATE_BYTES_MAX;
    const run = isKept ? next : { ...next, state: null };
    if (isKept) stateBytes += bytes;
    const entry: Entry = { run, revokeTimer: () => undefined };
    runs.set(run.id, entry);
    countWait(run, 1);
    const timeMs = Math.max(run.dueAtMs, notBeforeMs);
    if (timeMs <= clock.now()) options.onDue(run);
    else entry.revokeTimer = clock.at(timeMs, () => options.onDue(run));
  };

  return {
    get size() {
      return runs.size;
    },
    all: () => [...runs.values()].map(({ run }) => run),
    get: (id) => runs.get(id)?.run,
    isAwaited: (eventName) => waitsByEvent.has(eventName),
    isCurrent: (run) => runs.get(run.id)?.run === run,
    put,
    remove: drop,
    close: () => {
      isClosed = true;
      for (const id of [...runs.keys()]) drop(id);
    },
  };
}
