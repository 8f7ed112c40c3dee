import type { Clock, Randomness, SecretBox } from "@/lib/kernel/ports";
import {
  type DeliveryRepository,
  type DeliveryRun,
  type ExtraDeliveries,
  type FailurePlan,
  isDelivered,
  type MadeAttempt,
  type NextDelivery,
  type PendingNotification,
  type SavedAttempt,
  type SavedOutcome,
  type WebhookTransport,
} from "../ports";
import type { AttemptCause } from "../rules/explain-attempt";
import { webhookIdOf } from "../rules/notification";
import {
  afterExtraAttempt,
  type NextAttempt,
  nextInSeries,
  type RetrySchedule,
  type Series,
} from "../rules/retry-schedule";
import { openWebhookTarget, sendWebhook } from "./send-webhook";

type DeliveryPorts = {
  deliveries: DeliveryRepository;
  webhookTransport: WebhookTransport;
  secretBox: SecretBox;
  clock: Clock;
  randomness: Randomness;
  retrySchedule: RetrySchedule;
};

/** The result of a run's turn. */
export interface DeliveryTurn extends SavedAttempt {
  /** null if no request was made in this turn. */
  readonly attempt: (MadeAttempt & Pick<PendingNotification, "requestIds" | "createdAt">) | null;
}

/** How long a notification waits for a webhook URL. */
const WAIT_FOR_WEBHOOK_MS = 24 * 60 * 60 * 1000;
const AFTER_RECOVERY_MS = 1_000;
const RETRY_AFTER_MAX_SECONDS = 24 * 60 * 60;

/**
 * Runs one turn of a delivery run: makes attempt `n` if the row says that it is due, and saves the result (decision
 * 0025). Any response from the receiver is a result, not an error. Safe to repeat: a turn whose outcome was saved
 * returns that outcome, and a turn that was interrupted before saving it sends the same bytes again.
 * @throws the errors of the database and the secret box, in which case no outcome was saved
 */
export async function attemptDelivery(
  ports: DeliveryPorts,
  input: { run: DeliveryRun; n: number },
): Promise<DeliveryTurn> {
  const loaded = await ports.deliveries.load(input.run, input.n);
  if (loaded.kind === "over") return quiet({ isOver: true, nextAttemptAt: null });
  if (loaded.kind === "saved") return quiet(loaded.outcome);
  const { notification } = loaded;
  const now = ports.clock.now();
  // An early or repeated wake-up changes nothing.
  if (notification.nextAttemptAt > now) {
    return quiet({ isOver: false, nextAttemptAt: notification.nextAttemptAt });
  }
  const target = openWebhookTarget(ports, loaded.webhook, now);
  if (!target) return quiet(await waitForWebhook(ports, notification, now));
  const attempt: MadeAttempt = {
    n: input.n,
    cause: notification.nextCause,
    author: notification.nextAuthor,
    startedAt: now,
    ...(await sendWebhook(ports, target, {
      id: webhookIdOf(notification.notificationId),
      attempt: notification.attempts + 1,
      body: notification.body,
      at: now,
    })),
  };
  return save(ports, notification, attempt);
}

const quiet = (outcome: SavedOutcome): DeliveryTurn => ({ outcome, attempt: null, due: [] });

async function save(
  ports: DeliveryPorts,
  notification: PendingNotification,
  attempt: MadeAttempt,
): Promise<DeliveryTurn> {
  const { requestIds, createdAt } = notification;
  const withRequests = { ...attempt, requestIds, createdAt };
  const at = ports.clock.now();
  const plan = isDelivered(attempt.answer)
    ? null
    : planAfterFailure(ports, notification, attempt, at);
  const saved = await ports.deliveries.save(notification, attempt, plan, at);
  return { ...saved, attempt: withRequests };
}

function planAfterFailure(
  ports: DeliveryPorts,
  notification: PendingNotification,
  attempt: MadeAttempt,
  at: Date,
): FailurePlan {
  const series = notification.series ?? {
    startedAt: attempt.startedAt,
    slot: 0,
    lastIntervalMs: 0,
  };
  const notBefore = askedToWaitUntil(ports.retrySchedule, series, attempt);
  const planned = planNext(ports, notification, series, attempt, notBefore);
  const next: NextDelivery | null = planned && {
    ...planned,
    cause: "schedule",
    plannedAt: planned.at,
    notBefore,
  };
  // There is at most one attempt after the end of the series, whatever happens during that attempt.
  const isLastOfAll = !next && isOutsideSchedule(attempt.cause);
  return { next, ifOvertaken: isLastOfAll ? null : planExtras(next, series, notBefore, at) };
}

/**
 * Extra attempts use no slot, and the series continues after them as planned, or later if the receiver asks for it. The
 * first attempt of a series begins it, whatever caused the attempt.
 */
function planNext(
  ports: { randomness: Randomness; retrySchedule: RetrySchedule },
  notification: PendingNotification,
  series: Series,
  attempt: MadeAttempt,
  notBefore: Date | null,
): NextAttempt | null {
  const { plannedAt } = notification;
  const isExtra = isOutsideSchedule(attempt.cause) && notification.series !== null;
  if (!isExtra || !plannedAt) {
    return nextInSeries(ports.retrySchedule, series, {
      at: attempt.startedAt,
      retryAfterSeconds: retryAfterSeconds(attempt),
      random: ports.randomness.bytes(4).readUInt32BE() / 2 ** 32,
    });
  }
  const planned = afterExtraAttempt(ports.retrySchedule, series, attempt.startedAt, plannedAt);
  return planned && { ...planned, at: later(planned.at, notBefore) };
}

const isOutsideSchedule = (cause: AttemptCause) => cause !== "schedule";

/** Returns the time until which the receiver asked us to wait, at most the end of the series; null if it did not ask. */
function askedToWaitUntil(
  schedule: RetrySchedule,
  series: Series,
  attempt: MadeAttempt,
): Date | null {
  const seconds = retryAfterSeconds(attempt);
  if (seconds === null) return null;
  const endMs = series.startedAt.getTime() + schedule.endsAfterSeconds * 1000;
  return new Date(Math.min(attempt.startedAt.getTime() + seconds * 1000, endMs));
}

const later = (at: Date, other: Date | null) => (other && other > at ? other : at);

/**
 * Plans an extra attempt in case of an event during this one. A new URL is a different receiver, so the Retry-After of
 * the old receiver does not apply to it.
 */
function planExtras(
  next: NextDelivery | null,
  series: Series,
  notBefore: Date | null,
  at: Date,
): ExtraDeliveries {
  const soon = new Date(at.getTime() + AFTER_RECOVERY_MS);
  const extra = { plannedAt: next?.plannedAt ?? at, series: next?.series ?? series };
  return {
    recovery: { ...extra, cause: "recovery", at: later(soon, notBefore), notBefore },
    configuration: { ...extra, cause: "configuration", at: soon, notBefore: null },
  };
}

/**
 * Reads the header as seconds after the start of the attempt, from seconds or a date (RFC 9110, 10.2.3); null if it is
 * missing or invalid.
 */
function retryAfterSeconds({ answer, startedAt }: MadeAttempt): number | null {
  const text = answer.kind === "answered" ? answer.headers["retry-after"]?.trim() : undefined;
  if (!text) return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text) + answer.phases.total / 1000
    : (httpDateMs(text) - startedAt.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_SECONDS) : null;
}

/** Returns NaN for text that is not an HTTP date, because `Date.parse` turns many other strings into dates. */
const httpDateMs = (text: string) =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;

/** Keeps the notification pending without attempts until its time is over. Setting a URL before then makes it due. */
function waitForWebhook(
  ports: { deliveries: DeliveryRepository },
  notification: PendingNotification,
  now: Date,
): Promise<SavedOutcome> {
  const since = notification.series?.startedAt ?? notification.waitingSince;
  const until = new Date(since.getTime() + WAIT_FOR_WEBHOOK_MS);
  return ports.deliveries.postpone(notification, until > now ? until : null, now);
}
