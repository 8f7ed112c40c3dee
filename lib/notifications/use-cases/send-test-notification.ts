import { STATUS } from "@/lib/documents/rules/status";
import type { Clock, Ids, SecretBox } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import type { NotificationLog } from "../log-ports";
import { isDelivered, type WebhookConfigurationRepository, type WebhookTransport } from "../ports";
import { notificationBody, TEST_ITEM_UUID, webhookIdOf } from "../rules/notification";
import { getNotification, type NotificationNow } from "./delivery-log";
import { webhookNotConfigured } from "./resend-notifications";
import { openWebhookTarget, sendWebhook } from "./send-webhook";

type TestPorts = {
  notificationLog: NotificationLog;
  webhookConfiguration: WebhookConfigurationRepository;
  webhookTransport: WebhookTransport;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
};

/**
 * Sends one notification about a document that does not exist, like any other but only once, and stores the result. It is
 * never retried and does not affect whether the receiver counts as failing.
 * @param input.documentUrl the URL at which the receiver would find a document
 * @throws DomainError `webhook-not-configured`
 */
export async function sendTestNotification(
  ports: TestPorts,
  input: { documentUrl: (uuid: string) => string; author: Author },
): Promise<NotificationNow> {
  const at = ports.clock.now();
  const target = openWebhookTarget(ports, await ports.webhookConfiguration.find(), at);
  if (!target) throw webhookNotConfigured();
  const id = ports.ids.uuid();
  const body = notificationBody([
    {
      uuid: TEST_ITEM_UUID,
      url: input.documentUrl(TEST_ITEM_UUID),
      currentStatus: STATUS.waitingForUpload,
      previousStatus: null,
    },
  ]);
  const sending = { id: webhookIdOf(id), attempt: 1, body, at, isTest: true };
  const sent = await sendWebhook(ports, target, sending);
  const attempt = {
    n: 1,
    cause: "test",
    author: input.author.actor,
    startedAt: at,
    ...sent,
  } as const;
  const settledAt = ports.clock.now();
  await ports.notificationLog.saveTest(
    { id, body, isDelivered: isDelivered(sent.answer), attempt, settledAt },
    {
      at: settledAt,
      author: input.author,
      action: "webhook-tested",
      subject: `notification:${id}`,
    },
  );
  return getNotification(ports, id);
}
