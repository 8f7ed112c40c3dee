import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { describeWebhookConfigurationRepository } from "@/lib/testing/webhook-configuration-repository.contract";
import { createWebhookConfigurationRepository } from "./webhook-configuration-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeWebhookConfigurationRepository("the webhook configuration in PostgreSQL", async () =>
  createWebhookConfigurationRepository((await openEmptyDatabase()).pool),
);
