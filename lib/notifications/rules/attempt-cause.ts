/** The reasons for an attempt: the schedule, or an event outside it. */
export const ATTEMPT_CAUSES = [
  "schedule",
  /** The receiver responded with 200 again. */
  "recovery",
  /** A webhook URL was set. */
  "configuration",
  /** A person requested the attempt while the notification was pending. */
  "send-now",
  /** A person requested a new series after the notification was settled. */
  "resend",
  "test",
] as const;

/** A reason for an attempt. */
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];

/** Whether attempts with this cause are made because somebody asked to send the notification now or again. */
export const isRequested = (cause: AttemptCause) => cause === "send-now" || cause === "resend";
