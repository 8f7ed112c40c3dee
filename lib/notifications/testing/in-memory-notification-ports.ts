import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemorySecretBox } from "@/lib/kernel/testing/in-memory-secret-box";
import type { BuiltInReceiver, WebhookPolicy } from "../ports";
import { DEFAULT_RETRY_SCHEDULE } from "../rules/retry-schedule";
import { createInMemoryDeliveries, makeDueForNewUrl } from "./in-memory-deliveries";
import { createInMemoryDeliveryRuns } from "./in-memory-delivery-runs";
import { createInMemoryDeliveryStatistics } from "./in-memory-delivery-statistics";
import { createInMemoryNotificationLog } from "./in-memory-notification-log";
import { createInMemoryNotifications } from "./in-memory-notifications";
import { createInMemoryRelay } from "./in-memory-relay";
import { createInMemoryWebhookConfiguration } from "./in-memory-webhook-configuration";
import { createInMemoryWebhookTransport } from "./in-memory-webhook-transport";

const NO_RECEIVER: BuiltInReceiver | null = null;
const POLICY: WebhookPolicy = { allowedNetworks: [], builtInOrigin: null, isSecretFixed: false };

/** The return type of `makeNotificationPorts`. */
export type InMemoryNotificationPorts = ReturnType<typeof makeNotificationPorts>;

/** Creates empty in-memory notification ports on top of the given document ports; no webhook URL is set. */
export function makeNotificationPorts(documentPorts = makeDocumentPorts()) {
  const { documents } = documentPorts;
  const notifications = createInMemoryNotifications();
  const onWebhookUrl = (url: string | null, at: Date) => {
    documents.configureWebhook(url);
    notifications.noteReceiver({ url });
    return url === null ? [] : makeDueForNewUrl(notifications, at);
  };
  const webhookConfiguration = createInMemoryWebhookConfiguration(onWebhookUrl);
  return {
    ...documentPorts,
    /** The tables that `relay` and `deliveries` use. */
    notifications,
    builtInReceiver: NO_RECEIVER,
    webhookConfiguration,
    webhookPolicy: POLICY,
    webhookTransport: createInMemoryWebhookTransport(),
    relay: createInMemoryRelay(documents.history, notifications, documentPorts.statusFeed),
    deliveries: createInMemoryDeliveries(documents.history, notifications, webhookConfiguration),
    notificationLog: createInMemoryNotificationLog(),
    deliveryStatistics: createInMemoryDeliveryStatistics(documents.history, notifications),
    deliveryRuns: createInMemoryDeliveryRuns(),
    retrySchedule: DEFAULT_RETRY_SCHEDULE,
    secretBox: createInMemorySecretBox(),
  };
}
