import type { AttemptCause } from "./explain-attempt";

/** The state of a notification, apart from its attempts. */
export interface NotificationFacts {
  readonly state: "pending" | "delivered" | "undelivered";
  readonly isTest: boolean;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** The reason for the next attempt; null once the notification is settled. */
  readonly nextCause: AttemptCause | null;
  /** Whether a webhook URL is set now. */
  readonly hasWebhook: boolean;
}

const NEXT: Readonly<Record<Exclude<AttemptCause, "schedule">, string>> = {
  recovery: "It is being sent again because the receiver responds again.",
  configuration: "It is being sent because a webhook URL was set.",
  "send-now": "It is being sent because someone requested it.",
  resend: "It is being resent because someone requested it.",
  test: "It is a test, which is sent once.",
};

/**
 * Explains what a notification is waiting for, or its outcome, in one sentence; `explainAttempt` explains why an attempt
 * failed.
 */
export function explainNotification(facts: NotificationFacts): string {
  switch (facts.state) {
    case "delivered":
      return "It was delivered: the receiver responded with 200.";
    case "undelivered":
      return explainUndelivered(facts);
    case "pending":
      return facts.hasWebhook
        ? explainPending(facts)
        : "It is waiting for a webhook URL to be set, for at most 24 hours.";
  }
}

function explainUndelivered({ isTest, attempts }: NotificationFacts): string {
  if (isTest) return "The test did not arrive. A test is sent once; send a new one after the fix.";
  return attempts === 0
    ? "It was not sent, because no webhook URL was set in time. You can resend it."
    : "It was not delivered, because the receiver did not respond with 200 in time. You can resend it.";
}

function explainPending({ attempts, nextCause }: NotificationFacts): string {
  if (nextCause !== null && nextCause !== "schedule") return NEXT[nextCause];
  return attempts === 0
    ? "It has not been sent yet. Its first attempt is due."
    : "It is waiting for its next attempt, because the last one was not answered with 200.";
}
