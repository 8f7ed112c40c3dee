import type { StepError } from "../protocol/step-error";

/** The statuses of a run. Only runs that are `running` have a next action. */
export const RUN_STATUSES = ["running", "completed", "failed", "cancelled"] as const;

/** The status of a run, which is one of RUN_STATUSES. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The next action of a live run: call the app, end a sleep, or end a wait (by event or timeout). */
export type RunPhase = "call" | "sleep" | "wait";

/** A run in a list. Times are ISO-8601; `phase` and `dueAt` are null for ended runs. */
export interface RunSummary {
  readonly id: string;
  readonly functionId: string;
  readonly status: RunStatus;
  readonly phase: RunPhase | null;
  /**
   * The step that is sleeping or waiting, with the event that the step is waiting for; null if the run is doing neither.
   */
  readonly waitingFor: string | null;
  readonly eventId: string;
  readonly eventName: string;
  /** The number of failed attempts since the last saved step. */
  readonly attempt: number;
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Why the run failed; for a live run, why its last attempt failed if it will be retried. */
  readonly error: { readonly name: string; readonly message: string } | null;
}

/** A saved step, with either `data` or `error`. Steps are listed in the order in which they were saved. */
export interface SavedStepDetail {
  readonly name: string;
  readonly op: string;
  readonly at: string;
  readonly data?: unknown;
  readonly error?: StepError;
}

/** A failed attempt; `step` is null if the function itself threw. */
export interface FailedAttempt {
  readonly step: string | null;
  readonly attempt: number;
  readonly at: string;
  readonly error: StepError;
}

/** Everything known about a run; `result` is null until it has completed. */
export interface RunDetail extends RunSummary {
  readonly eventData: unknown;
  readonly steps: readonly SavedStepDetail[];
  readonly failedAttempts: readonly FailedAttempt[];
  readonly result: unknown;
}

/** Which runs to list, newest first; an absent member does not filter. */
export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly functionId?: string | undefined;
  readonly limit: number;
}
