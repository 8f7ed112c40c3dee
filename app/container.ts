import pino from "pino";
import { createApiKeyRepository } from "@/lib/adapters/prisma/api-key-repository";
import { createAssetRepository } from "@/lib/adapters/prisma/asset-repository";
import { createDatabase, type Database } from "@/lib/adapters/prisma/database";
import { createStagedDocumentRepository } from "@/lib/adapters/prisma/staged-document-repository";
import { createStatusFeedRepository } from "@/lib/adapters/prisma/status-feed-repository";
import { createSweepRepository } from "@/lib/adapters/prisma/sweep-repository";
import { createWebhookConfigurationRepository } from "@/lib/adapters/prisma/webhook-configuration-repository";
import { createSecretBox } from "@/lib/adapters/secrets/secret-box";
import { createS3ObjectStorage } from "@/lib/adapters/storage/s3-object-storage";
import { systemClock, systemIds, systemRandomness } from "@/lib/adapters/system/system";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { type PartSettings, readAppSettings } from "@/lib/env";
import type { ApiContext } from "@/lib/http/endpoint";
import { createRateLimits } from "@/lib/http/rate-limits";

/** The application, put together: its ports, how it authenticates, where it logs. */
export interface Container extends ApiContext {
  readonly database: Database;
  readonly settings: PartSettings;
  /** Ends every connection, so that a command or a test can end. */
  close(): Promise<void>;
}

/** Puts the application together. Nothing connects before it is used. */
export function createContainer(
  settings: PartSettings,
  options: Pick<Parameters<typeof createDatabase>[1], "poolOptions"> = {},
): Container {
  const logger = createLogger(settings.logLevel);
  const database = createDatabase(settings.databaseUrl, {
    ...options,
    // Only the message: the error carries the whole client, the secret to cancel its queries included.
    onIdleError: ({ message }) => logger.warn(`a database connection was lost: ${message}`),
  });
  const ports = {
    documents: createStagedDocumentRepository(database.pool),
    apiKeys: createApiKeyRepository(database),
    assets: createAssetRepository(database),
    webhookConfiguration: createWebhookConfigurationRepository(database.pool),
    statusFeed: createStatusFeedRepository(database.pool),
    secretBox: createSecretBox(settings.encryptionKey),
    storage: createS3ObjectStorage(settings.objectStore),
    sweeps: createSweepRepository(database.pool),
    clock: systemClock,
    ids: systemIds,
    randomness: systemRandomness,
    limits: {
      uploadUrlExpiresInSeconds: settings.uploadUrlExpiresInSeconds,
      uploadSizeMaxBytes: settings.uploadSizeMaxBytes,
    },
    sweepLimits: {
      uploadGraceSeconds: settings.uploadGraceSeconds,
      fileRetentionDays: settings.fileRetentionDays,
    },
  };
  return {
    ports,
    logger,
    database,
    settings,
    publicUrl: settings.publicUrl,
    authenticate: createApiKeyAuthenticator(ports),
    rateLimits: createRateLimits(settings.rateLimits),
    close: () => database.close(),
  };
}

/** Synchronous, for otherwise a reader that is gone makes the process repeat its last lines for ever. */
const createLogger = (level: PartSettings["logLevel"]) =>
  pino({ level, base: null }, pino.destination({ fd: 1, sync: true }));

const shared: typeof globalThis & { stagedoorContainer?: Container } = globalThis;

/** The container of this process; Next may load this module twice, so it hangs on globalThis. */
export function getContainer(): Container {
  shared.stagedoorContainer ??= createContainer(readAppSettings());
  return shared.stagedoorContainer;
}
