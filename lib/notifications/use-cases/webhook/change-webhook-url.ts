import type { Author } from "@/lib/kernel/rules/actor";
import type { DeliveryStatisticsSource } from "../../ports/delivery-statistics";
import { getWebhookOverview, type WebhookOverview } from "./get-webhook-overview";
import { removeWebhookUrl } from "./remove-webhook-url";
import type { ReceiverOutcome } from "./send-secrets-to-receiver";
import { setWebhookUrl } from "./set-webhook-url";

type ChangePorts = Parameters<typeof setWebhookUrl>[0] & {
  deliveryStatistics: DeliveryStatisticsSource;
};

/**
 * Sets or removes the webhook URL as `setWebhookUrl` and `removeWebhookUrl` do, and returns the resulting configuration.
 * @param input.url null to remove it
 * @throws DomainError `validation-failed` if `webhookUrlProblem` rejects the URL
 */
export async function changeWebhookUrl(
  ports: ChangePorts,
  { url, author }: { url: string | null; author: Author },
): Promise<WebhookOverview & { readonly receiver: ReceiverOutcome }> {
  if (url === null) {
    await removeWebhookUrl(ports, author);
    return { ...(await getWebhookOverview(ports)), receiver: { isTold: null } };
  }
  const { receiver } = await setWebhookUrl(ports, { url, author });
  return { ...(await getWebhookOverview(ports)), receiver };
}
