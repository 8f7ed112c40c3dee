import { callBody } from "../protocol/call-request";
import type { ServedFunction } from "../protocol/served-function";
import type { Database } from "../state/database";
import { loadCallState } from "../state/live-run-rows";
import { endPause } from "../state/transitions";
import type { AppLink } from "./app-link";
import type { CallApp } from "./app-transport";
import { applyOutcome } from "./apply-outcome";
import { callFunction } from "./call-function";
import type { ExecutorClock } from "./clock";
import type { Coordinator } from "./coordinator";
import type { KeptState, LiveRun, LiveRuns } from "./live-runs";
import type { Log } from "./log-line";
import { createRunRecovery } from "./run-recovery";

const REQUEST_BYTES_MAX = 4 * 1_048_576;
const MISS_DELAY_MS = 200;
const MISS_DELAY_MS_MAX = 5000;

/** The dependencies for calling runs. */
export interface RunCallsOptions {
  readonly database: Database;
  readonly live: LiveRuns;
  readonly coordinator: Coordinator;
  readonly appLink: Pick<AppLink, "reportLoss">;
  readonly callApp: CallApp;
  readonly signingKey: string;
  readonly clock: ExecutorClock;
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Performs the next action of a run. Neither method rejects: a run whose state is in doubt is loaded again until that
 * succeeds.
 */
export interface RunCalls {
  /** Calls the app for a run and saves the result. */
  call(run: LiveRun): Promise<void>;
  /** Ends a sleep or an overdue wait. */
  endPause(run: LiveRun): Promise<void>;
}

/** Creates the actions for runs that are due. */
export function createRunCalls(options: RunCallsOptions): RunCalls {
  const { database, live, coordinator, clock } = options;

  const withRecovery = createRunRecovery(options);
  const guarded = (run: LiveRun, work: () => Promise<boolean>) =>
    withRecovery(run, work, (reason) =>
      fail(
        run,
        "UnstorableData",
        `The database rejected the result of this step: it cannot be stored, or it contradicts stored data (${reason}).`,
      ),
    );

  const fail = (run: LiveRun, name: string, message: string) =>
    coordinator.end(run, { status: "failed", error: { name, message }, failedAttempt: null });

  const stateOf = async (run: LiveRun): Promise<KeptState | null> => {
    if (run.state !== null) return run.state;
    const loaded = await loadCallState(database, run);
    return loaded === null ? null : { ...loaded, bytes: 0 };
  };

  const { reportLoss } = options.appLink;

  const reportMiss = (run: LiveRun, reason: string | null) => {
    const delayMs = Math.min(MISS_DELAY_MS * 2 ** run.misses, MISS_DELAY_MS_MAX);
    live.put({ ...run, misses: Math.min(run.misses + 1, 10) }, clock.now() + delayMs);
    reportLoss(reason);
  };

  const callServed = async (run: LiveRun, served: ServedFunction): Promise<boolean> => {
    const state = await stateOf(run);
    if (state === null) return false;
    const { attemptsMax } = served;
    const body = callBody({ ...state, runId: run.id, attemptsMax });
    const bytes = Buffer.byteLength(body);
    if (bytes > REQUEST_BYTES_MAX) {
      const message = `The event and the steps of this run are ${bytes} bytes, more than ${REQUEST_BYTES_MAX}. Return less from the steps.`;
      return fail(run, "RunTooLarge", message);
    }
    const { requestVersion } = state;
    const call = { functionId: run.functionId, runId: run.id, requestVersion, body };
    const calledAtPosition = Math.max(state.seenPosition, coordinator.lastPosition);
    const outcome = await callFunction(options, call);
    if (!live.isCurrent(run)) return true;
    const called = { run, state: { ...state, bytes }, attemptsMax, calledAtPosition };
    return applyOutcome({ ...options, reportMiss, reportLoss }, called, outcome);
  };

  return {
    call: (run) =>
      guarded(run, () => {
        const served = coordinator.functions.get(run.functionId);
        if (served !== undefined) return callServed(run, served);
        return fail(run, "FunctionGone", functionGone(run.functionId));
      }),
    endPause: (run) =>
      guarded(run, async () => {
        const nowMs = clock.now();
        const seenPosition = coordinator.lastPosition;
        if (!(await endPause(database, run, { nowMs, seenPosition }))) return false;
        if (!live.isCurrent(run)) return true;
        const next = { phase: "call", dueAtMs: nowMs, state: null, waitEvent: null } as const;
        live.put({ ...run, ...next, seq: run.seq + 1 });
        return true;
      }),
  };
}

/** Returns the error of a run whose function the app no longer serves. */
export function functionGone(functionId: string): string {
  return `The app no longer serves the function ${functionId}. Serve it again, then retry the run.`;
}
