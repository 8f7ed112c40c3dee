import type { CarryingNotification, DocumentDeliveries } from "../ports/document-deliveries";
import type { WebhookConfigurationRepository } from "../ports/webhook-configuration";

/** As many as changes that are shown, and a whole series of the schedule with some by hand. */
const LIMITS = { notificationsMax: 100, attemptsMax: 20 } as const;

/** The notifications that carry a document's latest changes, and whether a webhook URL is set now. */
export async function listDocumentDeliveries(
  ports: {
    documentDeliveries: DocumentDeliveries;
    webhookConfiguration: WebhookConfigurationRepository;
  },
  documentUuid: string,
): Promise<{ notifications: readonly CarryingNotification[]; hasWebhook: boolean }> {
  const [notifications, { url }] = await Promise.all([
    ports.documentDeliveries.listOfDocument(documentUuid, LIMITS),
    ports.webhookConfiguration.find(),
  ]);
  return { notifications, hasWebhook: url !== null };
}
