/** Why an attempt is made: by the schedule, or outside it. */
export const ATTEMPT_CAUSES = [
  "schedule",
  /** The receiver answered 200 again. */
  "recovery",
  /** A webhook URL was set. */
  "configuration",
  /** A person asked for it, while the notification was pending. */
  "send-now",
  /** A person asked for a new series, after it was settled. */
  "resend",
  "test",
] as const;

/** One of the reasons for which an attempt is made. */
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];
