import { DomainError } from "@/lib/kernel/rules/errors";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/**
 * Makes sure that a webhook URL is set.
 * @throws DomainError `webhook-not-configured`
 */
export async function requireWebhook(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
}): Promise<void> {
  const { url } = await ports.webhookConfiguration.find();
  if (url === null) throw webhookNotConfigured();
}

/** Creates the error for a missing webhook URL. */
export const webhookNotConfigured = () =>
  new DomainError(
    "webhook-not-configured",
    "No webhook URL is set. Set one with POST /external-api/external-dms-configuration, then try again.",
  );
