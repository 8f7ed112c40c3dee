/** The app's own name. */
export const APP_ID = "bench";

/** The function whose steps are measured; it is started by the event of the same name. */
export const FUNCTION_ID = "work";

/** A function that sleeps for a day. */
export const SLEEPER_ID = "sleeper";

/** Each of them returns its number. */
export const STEPS_PER_RUN = 25;

/** The executor's own limit of calls at once, which the bare loop keeps too. */
export const CALLS_MAX = 20;

/** The id of a step. */
export const stepName = (number: number) => `step ${number}`;

/** What the app saw of a burst of runs. */
export interface RunBurst {
  /** From the first step to the end of the last run. */
  readonly durationMs: number;
  /** Times between the steps of a run. */
  readonly gapsMs: readonly number[];
}
