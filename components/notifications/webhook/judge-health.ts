import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { changesText, HEALTH_TEXTS, notificationsText } from "../../texts/en/webhook-texts";

/** The health of the receiver. */
export type HealthState =
  | "no-webhook"
  | "untried"
  | "delivered"
  | "caught-up"
  | "waiting"
  | "responding"
  | "failing";

/** The receiver's health in words, with what to do next. */
export interface HealthWords {
  readonly state: HealthState;
  readonly tone: "note" | "go" | "wait" | "alarm";
  readonly title: string;
  /** The time since which the receiver has been failing, shown after the title. */
  readonly since: string | null;
  readonly help: string;
  /** When the next attempt will be made; null if none is planned, or if the time does not matter. */
  readonly nextAttemptAt: string | null;
}

type Health = WebhookOverview["health"];

/**
 * Describes the receiver's health in plain words. "Everything is delivered" appears only if it is true of every
 * notification.
 */
export function judgeHealth({ url, health }: Pick<WebhookOverview, "url" | "health">): HealthWords {
  const waiting = waitingText(health);
  const calm = { since: null, nextAttemptAt: null };
  if (url === null) {
    const help = waiting ? HEALTH_TEXTS.noWebhookWaiting(waiting) : HEALTH_TEXTS.noWebhookHelp;
    return { state: "no-webhook", tone: "note", title: HEALTH_TEXTS.noWebhook, help, ...calm };
  }
  if (health.failingSince !== null) {
    return health.testArrivedAt === null ? failing(health, waiting) : responding(health, waiting);
  }
  if (waiting) {
    const { nextAttemptAt } = health;
    const title = HEALTH_TEXTS.waiting(waiting);
    const help = HEALTH_TEXTS.waitingHelp;
    return { state: "waiting", tone: "wait", title, help, since: null, nextAttemptAt };
  }
  if (health.undeliveredCount > 0) {
    const help = HEALTH_TEXTS.caughtUpHelp(notificationsText(health.undeliveredCount));
    return { state: "caught-up", tone: "wait", title: HEALTH_TEXTS.caughtUp, help, ...calm };
  }
  return health.lastDeliveredAt === null
    ? {
        state: "untried",
        tone: "note",
        ...calm,
        title: HEALTH_TEXTS.untried,
        help: HEALTH_TEXTS.untriedHelp,
      }
    : {
        state: "delivered",
        tone: "go",
        ...calm,
        title: HEALTH_TEXTS.delivered,
        help: HEALTH_TEXTS.deliveredHelp,
      };
}

function failing(health: Health, waiting: string | null): HealthWords {
  const { failingSince, nextAttemptAt } = health;
  return {
    state: "failing",
    tone: "alarm",
    title: HEALTH_TEXTS.failing,
    since: failingSince,
    help: waiting ? HEALTH_TEXTS.failingHelp(waiting) : HEALTH_TEXTS.failingNothing,
    nextAttemptAt: waiting ? nextAttemptAt : null,
  };
}

/**
 * A test was delivered, but that says nothing about pending notifications: they wait for their next attempt, or until
 * somebody sends them.
 */
function responding(health: Health, waiting: string | null): HealthWords {
  const { nextAttemptAt, undeliveredCount } = health;
  const words = { state: "responding", title: HEALTH_TEXTS.responding, since: null } as const;
  if (waiting)
    return { ...words, tone: "wait", help: HEALTH_TEXTS.failingHelp(waiting), nextAttemptAt };
  const help =
    undeliveredCount > 0
      ? HEALTH_TEXTS.caughtUpHelp(notificationsText(undeliveredCount))
      : HEALTH_TEXTS.respondingNothing;
  return { ...words, tone: undeliveredCount > 0 ? "wait" : "go", help, nextAttemptAt: null };
}

/**
 * Returns what has not been delivered yet, in words; null if everything has been. Names pending notifications first, then
 * changes that are not in a notification yet.
 */
function waitingText({ notificationsOutstanding, changesWaiting }: Health): string | null {
  const parts = [
    ...(notificationsOutstanding > 0 ? [notificationsText(notificationsOutstanding)] : []),
    ...(changesWaiting > 0 ? [changesText(changesWaiting)] : []),
  ];
  return parts.length > 0 ? parts.join(" and ") : null;
}
