import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRuns } from "../../ports/delivery-runs";
import type { NotificationLog } from "../../ports/notification-log";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import { getNotification, type NotificationNow } from "../log/get-notification";
import { requestDeliveryRuns } from "./request-delivery-runs";
import { requireWebhook } from "./require-webhook";

/**
 * Sends a notification now, with the same id and bytes. A pending one keeps its series; a settled one begins a new
 * series, outside the order guarantee (DESIGN 6). Idempotent: a notification that is already due stays as it is.
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
