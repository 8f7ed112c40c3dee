import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/** Returns the webhook URL exactly as entered; null while no URL is set. Never returns a secret. */
export async function getWebhookConfiguration(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
}): Promise<{ url: string | null }> {
  const { url } = await ports.webhookConfiguration.find();
  return { url };
}
