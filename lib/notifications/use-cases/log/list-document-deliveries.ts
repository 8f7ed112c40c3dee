import type { CarryingNotification, DocumentDeliveries } from "../../ports/document-deliveries";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/** Enough for one notification per change shown, and for the attempts of a whole series and some manual attempts. */
const LIMITS = { notificationsMax: 100, attemptsMax: 20 } as const;

/** Lists the notifications that contain a document's latest changes, and returns whether a webhook URL is set now. */
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
