import type pg from "pg";
import type { DeliveriesUnderTest } from "@/lib/notifications/testing/deliveries.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createStatusFeedRepository } from "../documents/status-feed-repository";
import { createDeliveryRepository } from "./delivery-repository";
import { createRelayRepository } from "./relay-repository";
import { createWebhookConfigurationRepository } from "./webhook-configuration-repository";

/** Creates all ports that deliveries need, using one database. */
export const deliveriesInPostgres = (pool: pg.Pool): DeliveriesUnderTest => ({
  documents: createStagedDocumentRepository(pool),
  statusFeed: createStatusFeedRepository(pool),
  webhookConfiguration: createWebhookConfigurationRepository(pool),
  relay: createRelayRepository(pool),
  deliveries: createDeliveryRepository(pool),
});
