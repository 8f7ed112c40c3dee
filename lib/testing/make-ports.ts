import type { Ports } from "../ports";
import { createCountingIds } from "./counting-ids";
import { createFixedClock, type FixedClock } from "./fixed-clock";
import { createInMemoryApiKeys, type InMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryAssets, type InMemoryAssets } from "./in-memory-assets";
import { createInMemoryDocuments, type InMemoryDocuments } from "./in-memory-documents";
import { createInMemoryStorage, type InMemoryStorage } from "./in-memory-storage";

/** All ports in memory, with what a test needs to arrange and to look at. */
export interface InMemoryPorts extends Ports {
  readonly documents: InMemoryDocuments;
  readonly storage: InMemoryStorage;
  readonly apiKeys: InMemoryApiKeys;
  readonly assets: InMemoryAssets;
  readonly clock: FixedClock;
}

/** Makes fresh, empty ports; uploads may have 100 bytes and URLs live for an hour. */
export function makePorts(): InMemoryPorts {
  const clock = createFixedClock();
  return {
    clock,
    documents: createInMemoryDocuments(),
    storage: createInMemoryStorage(clock),
    apiKeys: createInMemoryApiKeys(),
    assets: createInMemoryAssets(),
    ids: createCountingIds(),
    limits: { uploadUrlExpiresInSeconds: 3600, uploadSizeMaxBytes: 100 },
  };
}
