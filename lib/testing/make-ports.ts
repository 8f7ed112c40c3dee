import type { Ports } from "../ports";
import { createCountingIds } from "./counting-ids";
import { createCountingRandomness } from "./counting-randomness";
import { createFixedClock, type FixedClock } from "./fixed-clock";
import { createInMemoryApiKeys, type InMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryAssets, type InMemoryAssets } from "./in-memory-assets";
import { createInMemoryDocuments, type InMemoryDocuments } from "./in-memory-documents";
import { createInMemoryStatusFeed, type InMemoryStatusFeed } from "./in-memory-status-feed";
import { createInMemoryStorage, type InMemoryStorage } from "./in-memory-storage";
import { createInMemorySweeps, type InMemorySweeps } from "./in-memory-sweeps";
import { createInMemoryWebhookConfiguration } from "./in-memory-webhook-configuration";
import { createPlainSecretBox } from "./plain-secret-box";

/** All ports in memory, with what a test needs to arrange and to look at. */
export interface InMemoryPorts extends Ports {
  readonly documents: InMemoryDocuments;
  readonly storage: InMemoryStorage;
  readonly apiKeys: InMemoryApiKeys;
  readonly assets: InMemoryAssets;
  readonly statusFeed: InMemoryStatusFeed;
  readonly sweeps: InMemorySweeps;
  readonly clock: FixedClock;
}

/** Makes fresh, empty ports; uploads may have 100 bytes and URLs live for an hour. */
export function makePorts(): InMemoryPorts {
  const clock = createFixedClock();
  const documents = createInMemoryDocuments();
  return {
    clock,
    documents,
    sweeps: createInMemorySweeps(documents),
    storage: createInMemoryStorage(clock),
    apiKeys: createInMemoryApiKeys(),
    assets: createInMemoryAssets(),
    webhookConfiguration: createInMemoryWebhookConfiguration(documents.configureWebhook),
    statusFeed: createInMemoryStatusFeed(documents.history),
    secretBox: createPlainSecretBox(),
    randomness: createCountingRandomness(),
    ids: createCountingIds(),
    limits: { uploadUrlExpiresInSeconds: 3600, uploadSizeMaxBytes: 100 },
    sweepLimits: { uploadGraceSeconds: 21_600, fileRetentionDays: 30 },
  };
}
