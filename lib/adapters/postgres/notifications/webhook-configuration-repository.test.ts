import { describeWebhookConfigurationRepositoryContract } from "@/lib/notifications/testing/webhook-configuration-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createWebhookConfigurationRepository } from "./webhook-configuration-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeWebhookConfigurationRepositoryContract(
  "the webhook configuration in PostgreSQL",
  async () => createWebhookConfigurationRepository((await openEmptyDatabase()).pool),
);
