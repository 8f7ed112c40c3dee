import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/**
 * Removes the webhook URL: no notifications are sent for later changes (decision 0010). Safe to call if no URL is set.
 * The secrets remain, so that a receiver whose URL is set again can still verify signatures (decision 0018).
 */
export async function removeWebhookUrl(
  ports: { webhookConfiguration: WebhookConfigurationRepository; clock: Clock },
  author: Author,
): Promise<void> {
  const at = ports.clock.now();
  const note = { at, author, action: "webhook-url-changed", subject: "webhook" } as const;
  await ports.webhookConfiguration.removeUrl(at, note);
}
