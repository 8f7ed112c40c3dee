import type { WebhookConfigurationRepository } from "../ports/webhook-configuration";

/** Where notifications go, exactly as it was given; null while none is set. Never a secret. */
export async function getWebhookConfiguration(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
}): Promise<{ url: string | null }> {
  const { url } = await ports.webhookConfiguration.find();
  return { url };
}
