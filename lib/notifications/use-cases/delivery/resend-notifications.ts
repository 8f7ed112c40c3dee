import type { Author } from "@/lib/kernel/rules/actor";
import type { NotificationPeriod, NotificationPosition } from "../../ports/notification-log";
import { requestDeliveryRuns } from "./request-delivery-runs";
import { requireWebhook } from "./require-webhook";
import type { resendNotification } from "./resend-notification";

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
