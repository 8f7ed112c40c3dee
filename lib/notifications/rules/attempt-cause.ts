/** Why an attempt is made: by the schedule, or outside it. */
export const ATTEMPT_CAUSES = [
  "schedule",
  /** The receiver answered 200 again. */
  "recovery",
  /** A webhook URL was set. */
  "configuration",
  /** A person requested it while the notification was pending. */
  "send-now",
  /** A person requested a new series after it was settled. */
  "resend",
  "test",
] as const;

/** One reason for an attempt. */
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];
