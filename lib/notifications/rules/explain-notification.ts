import type { AttemptCause } from "./attempt-cause";

/** What is known of a notification besides its attempts. */
export interface NotificationFacts {
  readonly state: "pending" | "delivered" | "undelivered";
  readonly isTest: boolean;
  /** Attempts so far. */
  readonly attempts: number;
  /** Why the next one will be made; null once it is settled. */
  readonly nextCause: AttemptCause | null;
  /** Whether a Webhook URL is set now. */
  readonly hasWebhook: boolean;
}

const NEXT: Readonly<Record<Exclude<AttemptCause, "schedule">, string>> = {
  recovery: "It is sent again now, because the receiver answers again.",
  configuration: "It is sent now, because a Webhook URL was set.",
  "send-now": "It is sent now, because a person asked for it.",
  resend: "It is sent anew now, because a person asked for it.",
  test: "It is a test, which is sent once.",
};

/** What a notification waits for, or what became of it, in a sentence; why an attempt failed says `explainAttempt`. */
export function explainNotification(facts: NotificationFacts): string {
  switch (facts.state) {
    case "delivered":
      return "It arrived: the receiver answered 200.";
    case "undelivered":
      return explainUndelivered(facts);
    case "pending":
      return facts.hasWebhook
        ? explainPending(facts)
        : "It waits until a Webhook URL is set, for at most 24 hours.";
  }
}

function explainUndelivered({ isTest, attempts }: NotificationFacts): string {
  if (isTest) return "The test did not arrive. A test is sent once; send a new one after the fix.";
  return attempts === 0
    ? "It was given up without an attempt, because no Webhook URL was set in time. It can be sent again."
    : "It was given up, because no attempt was answered 200 in time. It can be sent again.";
}

function explainPending({ attempts, nextCause }: NotificationFacts): string {
  if (nextCause !== null && nextCause !== "schedule") return NEXT[nextCause];
  return attempts === 0
    ? "It was not sent yet: its first attempt is due."
    : "It waits for its next attempt, because the last one was not answered 200.";
}
