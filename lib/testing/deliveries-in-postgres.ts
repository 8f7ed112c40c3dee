import type pg from "pg";
import { createDeliveryRepository } from "@/lib/adapters/prisma/delivery-repository";
import { createRelayRepository } from "@/lib/adapters/prisma/relay-repository";
import { createStagedDocumentRepository } from "@/lib/adapters/prisma/staged-document-repository";
import { createStatusFeedRepository } from "@/lib/adapters/prisma/status-feed-repository";
import { createWebhookConfigurationRepository } from "@/lib/adapters/prisma/webhook-configuration-repository";
import type { DeliveriesUnderTest } from "./deliveries-under-test";

/** What deliveries need, over one database. */
export const deliveriesInPostgres = (pool: pg.Pool): DeliveriesUnderTest => ({
  documents: createStagedDocumentRepository(pool),
  statusFeed: createStatusFeedRepository(pool),
  webhookConfiguration: createWebhookConfigurationRepository(pool),
  relay: createRelayRepository(pool),
  deliveries: createDeliveryRepository(pool),
});
