/** The app's id. */
export const APP_ID = "bench";

/** The function whose steps are measured; an event of the same name starts it. */
export const FUNCTION_ID = "work";

/** The id of a function that sleeps for a day. */
export const SLEEPER_ID = "sleeper";

/** The number of steps in a run. Each step returns its own number. */
export const STEPS_PER_RUN = 25;

/** The executor's limit for concurrent calls, which the bare loop also observes. */
export const CALLS_MAX = 20;

/** Returns the id of a step. */
export const stepName = (number: number) => `step ${number}`;

/** The app's measurements of a burst of runs. */
export interface RunBurst {
  /** The time from the first step to the end of the last run. */
  readonly durationMs: number;
  /** The times between consecutive steps of a run. */
  readonly gapsMs: readonly number[];
}
