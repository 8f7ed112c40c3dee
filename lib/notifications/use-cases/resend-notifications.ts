import type { Clock } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { NotificationLog, NotificationPeriod, NotificationPosition } from "../log-ports";
import type { DeliveryRun, DeliveryRuns, WebhookConfigurationRepository } from "../ports";
import { getNotification, type NotificationNow } from "./delivery-log";

/**
 * Sends a notification now, with the same id and bytes. A pending one keeps its series; a settled one begins a new
 * series, outside the order guarantee (decision 0025). Idempotent: a notification that is already due stays as it is.
 * @throws DomainError `notification-not-found`, `notification-not-resendable` for a test, `webhook-not-configured`
 */
export async function resendNotification(
  ports: {
    notificationLog: NotificationLog;
    webhookConfiguration: WebhookConfigurationRepository;
    deliveryRuns: DeliveryRuns;
    clock: Clock;
  },
  { id, author }: { id: string; author: Author },
): Promise<NotificationNow> {
  const found = await getNotification(ports, id);
  if (found.isTest) throw testNotResendable();
  await requireWebhook(ports);
  const at = ports.clock.now();
  const subject = `notification:${found.id}`;
  const note = { at, author, action: "notification-resent", subject } as const;
  const run = await ports.notificationLog.resend(found.id, at, note);
  if (run) await requestDeliveryRuns(ports, [run]);
  return getNotification(ports, found.id);
}

const testNotResendable = () =>
  new DomainError(
    "notification-not-resendable",
    "A test notification cannot be resent. Send a new test instead.",
  );

const AT_ONCE_MAX = 500;

/**
 * Resends every notification from a period, oldest first, each as `resendNotification` does, except tests. There is no
 * maximum: batches are written and announced one after the other, so an interrupted call has resent the earlier batches,
 * and each batch has an audit entry.
 * @param input.isDryRun true to only count them
 * @returns how many were resent
 * @throws DomainError `webhook-not-configured`
 */
export async function resendNotifications(
  ports: Parameters<typeof resendNotification>[0],
  { isDryRun, author, ...period }: NotificationPeriod & { isDryRun: boolean; author: Author },
): Promise<{ count: number }> {
  await requireWebhook(ports);
  if (isDryRun) return { count: await ports.notificationLog.count(period) };
  const at = ports.clock.now();
  const note = { at, author, action: "notifications-resent", subject: "notifications" } as const;
  let count = 0;
  let after: NotificationPosition | null = null;
  let isEngineThere = true;
  do {
    const page = { after, limit: AT_ONCE_MAX };
    const { runs, nextAfter } = await ports.notificationLog.resendSome(period, page, at, note);
    count += runs.length;
    // Once the engine has failed to respond, the relay wakes the remaining runs; otherwise each batch would wait for the
    // engine.
    if (isEngineThere) isEngineThere = await requestDeliveryRuns(ports, runs);
    after = nextAfter;
  } while (after);
  return { count };
}

/**
 * Starts and wakes runs whose rows have been written. It is not an error if the engine does not respond: the rows are
 * due, and the relay wakes them later.
 * @returns whether the engine accepted the runs
 */
export async function requestDeliveryRuns(
  { deliveryRuns }: { deliveryRuns: DeliveryRuns },
  runs: readonly (DeliveryRun & { readonly isNew?: boolean })[],
): Promise<boolean> {
  const some = (isNew: boolean) =>
    runs
      .filter((run) => (run.isNew ?? false) === isNew)
      .map(({ notificationId, generation }) => ({ notificationId, generation }));
  try {
    await deliveryRuns.start(some(true));
    await deliveryRuns.wake(some(false));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "engine-unavailable") return false;
    throw error;
  }
}

/**
 * Makes sure that a webhook URL is set.
 * @throws DomainError `webhook-not-configured`
 */
async function requireWebhook(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
}): Promise<void> {
  const { url } = await ports.webhookConfiguration.find();
  if (url === null) throw webhookNotConfigured();
}

/** Creates the error for a missing webhook URL. */
export const webhookNotConfigured = () =>
  new DomainError(
    "webhook-not-configured",
    "No webhook URL is set. Set one with POST /external-api/external-dms-configuration, then try again.",
  );
