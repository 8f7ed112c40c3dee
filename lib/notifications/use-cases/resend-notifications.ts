import type { Author } from "@/lib/kernel/rules/actor";
import type { NotificationPeriod, NotificationPosition } from "../ports/notification-log";
import { requestDeliveryRuns } from "./request-delivery-runs";
import { requireWebhook } from "./require-webhook";
import type { resendNotification } from "./resend-notification";

const AT_ONCE_MAX = 500;

/**
 * Sends every notification of a period again, oldest first, each as `resendNotification` does; tests are left out. There is
 * no ceiling: batch after batch is written and announced, so a call that breaks off has done the ones before, and each batch
 * is an entry of the audit.
 * @param input.isDryRun true: only counts
 * @returns how many were sent again
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
    // An engine that did not answer once is left to the relay, or each batch would wait for it.
    if (isEngineThere) isEngineThere = await requestDeliveryRuns(ports, runs);
    after = nextAfter;
  } while (after);
  return { count };
}
