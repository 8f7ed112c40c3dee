import { createInMemoryWebhookConfiguration } from "./in-memory-webhook-configuration";
import { describeWebhookConfigurationRepository } from "./webhook-configuration-repository.contract";

describeWebhookConfigurationRepository("the webhook configuration in memory", async () =>
  createInMemoryWebhookConfiguration(),
);
