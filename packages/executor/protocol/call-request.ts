import { canonicalJson } from "./signature";
import type { StepError } from "./step-error";
import type { StoredEvent } from "./stored-event";

/** A finished step of a run: its result (JSON; undefined counts as null), or the error that the function may catch. */
export type SavedStep =
  | { readonly id: string; readonly data: unknown }
  | { readonly id: string; readonly error: StepError };

/** Everything that a call passes to the app about a run. */
export interface RunState {
  readonly runId: string;
  readonly event: StoredEvent;
  /** The finished steps, in order of completion. */
  readonly steps: readonly SavedStep[];
  /** The number of failed attempts of this call so far. */
  readonly attempt: number;
  readonly attemptsMax: number;
  /** -1 in the first call of a run; in later calls, the version from the app's response. */
  readonly requestVersion: number;
}

/** Returns the body of a call in the canonical form that is signed. */
export function callBody(run: RunState): string {
  const { id, name, ts, data } = run.event;
  const event = { id, name, ts, data };
  const stack = run.steps.map((step) => step.id);
  return canonicalJson({
    version: run.requestVersion,
    use_api: false,
    event,
    events: [event],
    steps: Object.fromEntries(run.steps.map((step) => [step.id, stepState(step)])),
    ctx: {
      run_id: run.runId,
      attempt: run.attempt,
      max_attempts: run.attemptsMax,
      disable_immediate_execution: false,
      use_api: false,
      env: "",
      step_id: "step",
      // Without the stack, the SDK resolves steps in the order of their hashes, which changes the winner of a race.
      stack: { stack, current: stack.length },
    },
  });
}

/** If the object had one more key, the SDK would take all of it for the data of a successful step. */
function stepState(step: SavedStep): object {
  if (!("error" in step)) return { type: "data", data: step.data ?? null };
  const { name, message, stack } = step.error;
  return { type: "error", error: { name, message, stack } };
}
