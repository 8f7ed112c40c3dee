import { retryAfterMs, retryDelayMs } from "../protocol/backoff";
import type { RetryRule, StepName } from "../protocol/opcode";
import type { StepError } from "../protocol/step-error";
import { wakeTimeMs } from "../protocol/wake-time";
import type { Database } from "../state/database";
import { type Ending, endRun } from "../state/end-run";
import { beginPause, repeatCall, type StepResult, saveStep } from "../state/transitions";
import type { FunctionCallOutcome } from "./call-function";
import type { ExecutorClock } from "./clock";
import type { Coordinator } from "./coordinator";
import { isFinishEvent } from "./finish-events";
import type { KeptState, LiveRun, LiveRuns } from "./live-runs";
import type { Log } from "./log-line";

const STEPS_MAX = 1000;

/**
 * The number of consecutive lost connections from which each loss counts as an attempt. A restart of the app causes
 * fewer.
 */
const LOSSES_COUNTED_FROM = 10;

/** The parts of the executor that receive the outcome of a call. */
interface Destination {
  readonly database: Database;
  readonly live: LiveRuns;
  readonly coordinator: Coordinator;
  readonly clock: ExecutorClock;
  readonly random: () => number;
  readonly log: Log;
  /**
   * Reports that the app was not reached or, if `reason` is null, that it rejected the signature. The run is called again
   * later.
   */
  readonly reportMiss: (run: LiveRun, reason: string | null) => void;
  /** Reports that the app is unreachable, without delaying any run. */
  readonly reportLoss: (reason: string) => void;
}

/** The run that was called, and the state that was passed to the app. */
interface Called {
  readonly run: LiveRun;
  readonly state: KeptState;
  readonly attemptsMax: number;
  /** The position of the last event received before the app was called. */
  readonly calledAtPosition: number;
}

/** A failed attempt; `step` is null for the function itself. */
interface Failure extends RetryRule {
  readonly step: StepName | null;
  readonly error: StepError;
}

type FailedEnding = Extract<Ending, { readonly status: "failed" }>;

type WaitOutcome = Extract<FunctionCallOutcome, { readonly kind: "wait" }>;

interface SaveOptions {
  readonly failedAttempt?: number | null;
  readonly seenPosition?: number;
}

/** The result of one call, with everything needed to save it in the database. */
interface Transition extends Called {
  readonly to: Destination;
  readonly requestVersion: number | null;
  readonly nowMs: number;
  /** The number of consecutive losses stored with the run's next version; 0 unless the connection was lost. */
  readonly losses: number;
}

/**
 * Saves the result of a call in at most one transition; returns false if the caller's version of the run was out of date.
 */
export async function applyOutcome(
  to: Destination,
  called: Called,
  outcome: FunctionCallOutcome,
): Promise<boolean> {
  const { requestVersion } = outcome;
  const transition = { ...called, to, requestVersion, nowMs: to.clock.now(), losses: 0 };
  switch (outcome.kind) {
    case "step-done":
      return save(transition, outcome.step, "StepRun", { data: outcome.data });
    case "step-failed":
      return repeatOrGiveUp(transition, { ...outcome, isRetriable: false, retryAfter: null });
    case "step-error":
      return repeatOrGiveUp(transition, outcome);
    case "threw":
      return repeatOrGiveUp(transition, { ...outcome, step: null });
    case "timed-out":
      return repeatOrGiveUp(transition, TIME_OUT);
    case "sleep":
      return sleep(transition, outcome.step, outcome.until);
    case "wait":
      return wait(transition, outcome);
    case "completed":
      return complete(transition, outcome.result);
    case "unsupported":
      return fail(transition, { name: "UnsupportedOp", message: outcome.sentence }, null);
    case "connection-lost":
      return loseConnection(transition, outcome.reason);
    case "not-the-app":
      to.reportMiss(called.run, outcome.reason);
      return true;
    case "unauthorised":
      to.reportMiss(called.run, null);
      return true;
    case "unknown-function":
      to.reportMiss(called.run, `it does not know the function ${called.run.functionId}`);
      return true;
  }
}

const TIME_OUT: Failure = {
  step: null,
  error: { name: "CallTimeout", message: "The app did not respond within 30 minutes." },
  isRetriable: true,
  retryAfter: null,
};

async function save(
  transition: Transition,
  step: StepName,
  op: string,
  result: StepResult,
  { failedAttempt = null, seenPosition = transition.calledAtPosition }: SaveOptions = {},
): Promise<boolean> {
  const { to, run, state, requestVersion, nowMs } = transition;
  if (state.steps.length >= STEPS_MAX) {
    const message = `This run already has ${STEPS_MAX} steps. Continue in another run.`;
    return fail(transition, { name: "TooManySteps", message }, null);
  }
  const change = { nowMs, requestVersion, seenPosition, step, op, result, failedAttempt };
  if (!(await saveStep(to.database, run, change))) return false;
  const steps = [...state.steps, { id: step.id, ...result }];
  const next = { ...state, ...versionOf(requestVersion), steps, attempt: 0, seenPosition };
  moveOn(transition, { phase: "call", dueAtMs: nowMs, state: next });
  return true;
}

/** A step that has used up its attempts is saved with its error, which the function may catch. */
async function repeatOrGiveUp(transition: Transition, failure: Failure): Promise<boolean> {
  const { to, run, state, requestVersion, nowMs } = transition;
  const { step, error } = failure;
  const { attempt } = state;
  if (!failure.isRetriable || attempt + 1 >= transition.attemptsMax) {
    if (step === null) return fail(transition, error, { step: null, attempt });
    return save(transition, step, "StepFailed", { error }, { failedAttempt: attempt });
  }
  const retryAfterDelayMs =
    failure.retryAfter === null ? null : retryAfterMs(failure.retryAfter, nowMs);
  const dueAtMs = nowMs + (retryAfterDelayMs ?? retryDelayMs(attempt + 1, to.random()));
  const stepName = step?.name ?? null;
  const change = { nowMs, dueAtMs, requestVersion, stepName, error };
  if (!(await repeatCall(to.database, run, change))) return false;
  // The retry is due in a second at the earliest. The state is not kept in memory until then, but loaded again.
  moveOn(transition, { phase: "call", dueAtMs, state: null });
  return true;
}

/**
 * Calls are made only after a sync, so the app was reachable again before each lost connection. If connections are still
 * lost, the call itself is the cause and must not be repeated forever.
 */
async function loseConnection(transition: Transition, reason: string): Promise<boolean> {
  const { to, run } = transition;
  const losses = run.losses + 1;
  if (losses < LOSSES_COUNTED_FROM) {
    to.reportMiss({ ...run, losses }, reason);
    return true;
  }
  const message = `The connection to the app was lost during this call ${losses} times in a row: ${reason}. Does this step crash the app?`;
  to.log({ level: "warn", message, runId: run.id, functionId: run.functionId });
  to.reportLoss(reason);
  const error = { name: "ConnectionLost", message };
  const counted = { ...transition, losses };
  return repeatOrGiveUp(counted, { step: null, error, isRetriable: true, retryAfter: null });
}

async function sleep(transition: Transition, step: StepName, until: string): Promise<boolean> {
  const { to, run, requestVersion, nowMs } = transition;
  const dueAtMs = wakeTimeMs(until, nowMs);
  if (dueAtMs <= nowMs) return save(transition, step, "Sleep", { data: null });
  const pause = { nowMs, dueAtMs, requestVersion, step };
  if (!(await beginPause(to.database, run, pause, null))) return false;
  moveOn(transition, { phase: "sleep", dueAtMs, state: null });
  return true;
}

async function wait(transition: Transition, request: WaitOutcome): Promise<boolean> {
  const { run, state, requestVersion, nowMs } = transition;
  const { step, event, expressionText } = request;
  const dueAtMs = wakeTimeMs(request.timeout, nowMs);
  const outcome = await transition.to.coordinator.wait({
    run,
    state,
    pause: { nowMs, dueAtMs, requestVersion, step },
    awaited: { event, expressionText },
    onWaiting: () => moveOn(transition, { phase: "wait", dueAtMs, state: null, waitEvent: event }),
  });
  if (outcome === "stale") return false;
  if (outcome === "waiting") return true;
  const seenPosition = outcome.position;
  return save(transition, step, "WaitForEvent", { data: outcome.event }, { seenPosition });
}

async function complete(transition: Transition, result: unknown): Promise<boolean> {
  const { to, run, state, nowMs } = transition;
  if (to.coordinator.isFinishedHeard() && !isFinishEvent(state.event.name)) {
    return to.coordinator.end(run, { status: "completed", result });
  }
  if (!(await endRun(to.database, run, nowMs, { status: "completed", result }))) return false;
  if (to.live.isCurrent(run)) to.live.remove(run.id);
  return true;
}

function fail(
  { to, run }: Transition,
  error: StepError,
  failedAttempt: FailedEnding["failedAttempt"],
): Promise<boolean> {
  const { id: runId, functionId } = run;
  to.log({ level: "warn", message: "A run failed.", runId, functionId, error });
  return to.coordinator.end(run, { status: "failed", error, failedAttempt });
}

/** Updates a run in memory after its transition was saved in the database, unless the run has changed again since. */
function moveOn({ to, run, losses }: Transition, { waitEvent = null, ...next }: NextThing): void {
  if (!to.live.isCurrent(run)) return;
  to.live.put({ ...run, ...next, waitEvent, seq: run.seq + 1, misses: 0, losses });
}

type NextThing = Pick<LiveRun, "phase" | "dueAtMs" | "state"> & {
  readonly waitEvent?: string | null;
};

function versionOf(requestVersion: number | null) {
  return requestVersion === null ? {} : { requestVersion };
}
