import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { createDeliveryRuns } from "@/inngest/delivery-runs";
import { createApiKeyRepository } from "@/lib/adapters/prisma/api-key-repository";
import { createAssetRepository } from "@/lib/adapters/prisma/asset-repository";
import { createDatabase, type Database } from "@/lib/adapters/prisma/database";
import { createDeliveryRepository } from "@/lib/adapters/prisma/delivery-repository";
import { createDeliveryStatistics } from "@/lib/adapters/prisma/delivery-statistics";
import { createNotificationLog } from "@/lib/adapters/prisma/notification-log";
import { createRelayRepository } from "@/lib/adapters/prisma/relay-repository";
import { createStagedDocumentRepository } from "@/lib/adapters/prisma/staged-document-repository";
import { createStatusFeedRepository } from "@/lib/adapters/prisma/status-feed-repository";
import { createSweepRepository } from "@/lib/adapters/prisma/sweep-repository";
import { createWebhookConfigurationRepository } from "@/lib/adapters/prisma/webhook-configuration-repository";
import { createSecretBox } from "@/lib/adapters/secrets/secret-box";
import { createS3ObjectStorage } from "@/lib/adapters/storage/s3-object-storage";
import { type ChangeSignal, createChangeSignal } from "@/lib/adapters/system/change-signal";
import { systemClock, systemIds, systemRandomness } from "@/lib/adapters/system/system";
import { createHttpsTransport } from "@/lib/adapters/webhook/https-transport";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { type PartSettings, readAppSettings, SettingsError } from "@/lib/env";
import type { ApiContext } from "@/lib/http/endpoint";
import { createRateLimits } from "@/lib/http/rate-limits";
import { version as VERSION } from "@/package.json";
import { createMetrics, type Metrics } from "./metrics";

/** The application, put together: its ports, how it authenticates, where it logs. */
export interface Container extends ApiContext {
  readonly database: Database;
  /** Heard by whoever forwards status changes in this process. */
  readonly changes: ChangeSignal;
  readonly metrics: Metrics;
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
  const { webhook } = settings;
  const changes = createChangeSignal();
  const receiver = readBuiltInReceiver(settings);
  const webhookTransport = createHttpsTransport({
    allowedNetworks: webhook.allowedNetworks,
    extraCertificates: readExtraCertificates(webhook.extraCaFile),
    builtInReceiver: receiver,
    version: VERSION,
  });
  const ports = {
    relay: createRelayRepository(database.pool),
    deliveries: createDeliveryRepository(database.pool),
    notificationLog: createNotificationLog(database.pool),
    deliveryRuns: createDeliveryRuns(settings.inngest, logger),
    deliveryStatistics: createDeliveryStatistics(database.pool),
    webhookTransport,
    webhookPolicy: {
      allowedNetworks: webhook.allowedNetworks,
      builtInOrigin: receiver?.origin ?? null,
      isSecretFixed: webhook.signingSecret !== null,
    },
    retrySchedule: webhook.retrySchedule,
    changes,
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
    changes,
    metrics: createMetrics(ports),
    settings,
    publicUrl: settings.publicUrl,
    authenticate: createApiKeyAuthenticator(ports),
    rateLimits: createRateLimits(settings.rateLimits),
    close: async () => {
      await webhookTransport.close();
      await database.close();
    },
  };
}

/** @throws SettingsError when the file that is named cannot be read */
function readExtraCertificates(file: string | null): readonly string[] {
  if (file === null) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError([
      `The setting WEBHOOK_EXTRA_CA_FILE names a file that cannot be read: ${reason}.`,
    ]);
  }
}

/** Where the launcher's receiver keeps the authority that made its certificate; without the file there is no receiver. */
function readBuiltInReceiver({ receiverPort, dataDir }: PartSettings) {
  const file = join(dataDir, "receiver", "certificate-authority.pem");
  if (receiverPort === null || !existsSync(file)) return null;
  return {
    origin: `https://127.0.0.1:${receiverPort}`,
    certificateAuthority: readFileSync(file, "utf8"),
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
