import { resolve } from "node:path";
import pino, { type Logger } from "pino";
import { createBulkStarts } from "@/inngest/bulk-starts";
import { createDeliveryRuns } from "@/inngest/delivery-runs";
import { faultWithoutContent } from "@/inngest/fault-without-content";
import { createProcessingStarts } from "@/inngest/processing-starts";
import { type AuditChaining, createAuditChaining } from "@/lib/accounts/use-cases/chain-audit";
import { createBuiltInReceiver } from "@/lib/adapters/https/built-in-receiver";
import { createHttpsTransport } from "@/lib/adapters/https/https-transport";
import { API_KEY_STATEMENTS } from "@/lib/adapters/postgres/accounts/api-key-statement";
import { createAssetOverviews } from "@/lib/adapters/postgres/assets/asset-overviews";
import { createAssetRepository } from "@/lib/adapters/postgres/assets/asset-repository";
import { createDatabase, type Database } from "@/lib/adapters/postgres/core/database";
import { warmConnections } from "@/lib/adapters/postgres/core/warm-connections";
import { createBulkWorks } from "@/lib/adapters/postgres/documents/bulk-works";
import { createContentErasures } from "@/lib/adapters/postgres/documents/content-erasures";
import { createDocumentLists } from "@/lib/adapters/postgres/documents/document-lists";
import { createDocumentTimelines } from "@/lib/adapters/postgres/documents/document-timelines";
import { createSavedViews } from "@/lib/adapters/postgres/documents/saved-views";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import { STATEMENTS_WITHOUT_EFFECT } from "@/lib/adapters/postgres/documents/staged-document-statements";
import { createStatusFeedRepository } from "@/lib/adapters/postgres/documents/status-feed-repository";
import { createLiveChanges } from "@/lib/adapters/postgres/live/live-changes";
import { createDeliveryLog } from "@/lib/adapters/postgres/notifications/delivery-log";
import { createDeliveryRepository } from "@/lib/adapters/postgres/notifications/delivery-repository";
import { createDeliveryStatistics } from "@/lib/adapters/postgres/notifications/delivery-statistics";
import { createDocumentDeliveries } from "@/lib/adapters/postgres/notifications/document-deliveries";
import { createNotificationLog } from "@/lib/adapters/postgres/notifications/notification-log";
import { createRelayRepository } from "@/lib/adapters/postgres/notifications/relay-repository";
import { createWebhookConfigurationRepository } from "@/lib/adapters/postgres/notifications/webhook-configuration-repository";
import { createBacklog } from "@/lib/adapters/postgres/processing/backlog";
import { createDocumentTexts } from "@/lib/adapters/postgres/processing/document-texts";
import { createFileHashes } from "@/lib/adapters/postgres/processing/file-hashes";
import { createProcessingPolicy } from "@/lib/adapters/postgres/processing/processing-policy";
import { createProcessingRuns } from "@/lib/adapters/postgres/processing/processing-runs";
import { createProcessingStatistics } from "@/lib/adapters/postgres/processing/processing-statistics";
import { createVocabulary } from "@/lib/adapters/postgres/processing/vocabulary";
import { createReviewClaims } from "@/lib/adapters/postgres/review/review-claims";
import { createSweepRepository } from "@/lib/adapters/postgres/upkeep/sweep-repository";
import { createIsolatedProcessor } from "@/lib/adapters/processor/isolated-processor";
import { createS3ObjectStorage } from "@/lib/adapters/s3/s3-object-storage";
import { createSecretBox } from "@/lib/adapters/secrets/secret-box";
import {
  createChangeSignal,
  createDiskSpace,
  systemClock,
  systemIds,
  systemRandomness,
  systemTimers,
} from "@/lib/adapters/system";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { deriveSessionSecret, type SessionSettings } from "@/lib/auth/session-settings";
import { createUserAuthenticator } from "@/lib/auth/user-session";
import type { ChangeSignal } from "@/lib/documents/ports";
import type { PartSettings } from "@/lib/env/read-settings";
import { hidesClientAddresses } from "@/lib/env/settings-warnings";
import type { ApiContext } from "@/lib/http/core/endpoint";
import { createRateLimits } from "@/lib/http/core/rate-limits";
import { clientAddress, knownAddress } from "@/lib/http/core/requests/client-address";
import type { Timers } from "@/lib/kernel/ports";
import type { WebhookTransport } from "@/lib/notifications/ports";
import { createDeliveryCheck } from "@/lib/notifications/use-cases/delivery-check";
import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { createProcessingCheck } from "@/lib/processing/use-cases/watch-processing";
import { version as VERSION } from "@/package.json";
import { createAccountPorts } from "./composition/account-ports";
import { loggedError } from "./composition/logged-error";
import { createMetrics, type Metrics } from "./composition/metrics";
import { readBuiltInReceiver, readExtraCertificates } from "./composition/receiver-files";

/** The composed application: its ports, its authentication and its log. */
export interface Container extends ApiContext<ReturnType<typeof createPorts>> {
  readonly database: Database;
  /** The listeners to which this process forwards status changes. */
  readonly changes: ChangeSignal;
  readonly metrics: Metrics;
  readonly timers: Timers;
  /** Checks whether notifications are being delivered. */
  readonly checkDeliveries: ReturnType<typeof createDeliveryCheck>;
  /** Checks whether documents are being processed. */
  readonly checkProcessing: ReturnType<typeof createProcessingCheck>;
  /** Chains the audit log and knows whether that works. */
  readonly auditChaining: AuditChaining;
  readonly settings: PartSettings;
  /** The encryption of administrators' sessions. */
  readonly session: SessionSettings;
  /** Opens this many database connections and plans the statements of the hot calls on each of them. Changes no data. */
  warmConnections(connectionsMax: number): Promise<void>;
  /** Closes every connection, so that a command or a test can end. */
  close(): Promise<void>;
}

/** Composes the application, which opens no connections before its first use. */
export function createContainer(
  settings: PartSettings,
  options: Pick<Parameters<typeof createDatabase>[1], "poolOptions"> = {},
): Container {
  const logger = createLogger(settings.logLevel);
  const database = createDatabase(settings.databaseUrl, {
    ...options,
    connectionsMax: settings.databasePoolMax,
    // Logs only the message, because the error contains the whole client, including the secret that cancels its queries.
    onIdleError: ({ message }) => logger.warn(`a database connection was lost: ${message}`),
  });
  const { webhook } = settings;
  const receiver = readBuiltInReceiver(settings);
  const webhookTransport = createHttpsTransport({
    allowedNetworks: webhook.allowedNetworks,
    extraCertificates: readExtraCertificates(webhook.extraCaFile),
    builtInReceiver: receiver,
    version: VERSION,
  });
  const changes = createChangeSignal();
  const ports = createPorts(settings, { logger, database, changes, receiver, webhookTransport });
  const session = readSession(settings);
  const trustedProxyHops = hidesClientAddresses(settings)
    ? null
    : settings.rateLimits.trustedProxyHops;
  return {
    ports,
    logger,
    database,
    changes,
    timers: systemTimers,
    metrics: createMetrics(ports, { hasNode: settings.metricsToken !== null }),
    checkDeliveries: createDeliveryCheck(ports),
    checkProcessing: createProcessingCheck(ports),
    auditChaining: createAuditChaining(ports),
    settings,
    session,
    publicUrl: settings.publicUrl,
    authenticate: createApiKeyAuthenticator(ports),
    authenticateUser: createUserAuthenticator({
      ports,
      session,
      addressOf: (headers) => knownAddress(clientAddress(headers, trustedProxyHops)),
    }),
    clientAddress: (headers) => clientAddress(headers, trustedProxyHops),
    rateLimits: createRateLimits(settings.rateLimits, ports.clock),
    warmConnections: (connectionsMax) =>
      warmConnections(database.pool, connectionsMax, [
        ...STATEMENTS_WITHOUT_EFFECT,
        // No key has this hash.
        API_KEY_STATEMENTS.findAndTouch({ hash: Buffer.alloc(0), at: new Date(0) }),
      ]),
    close: async () => {
      await webhookTransport.close();
      await ports.processor.close();
      await database.close();
    },
  };
}

/** The parts from which the ports are built, besides the settings. */
interface Parts {
  readonly logger: Logger;
  readonly database: Database;
  readonly changes: ChangeSignal;
  readonly receiver: ReturnType<typeof readBuiltInReceiver>;
  readonly webhookTransport: WebhookTransport;
}

function createPorts(settings: PartSettings, parts: Parts) {
  const { logger, database, changes, receiver, webhookTransport } = parts;
  const { webhook } = settings;
  return {
    ...createAccountPorts({ database, logger, settings }),
    relay: createRelayRepository(database.pool),
    deliveries: createDeliveryRepository(database.pool),
    notificationLog: createNotificationLog(database.pool),
    deliveryLog: createDeliveryLog(database.pool),
    documentDeliveries: createDocumentDeliveries(database.pool),
    deliveryRuns: createDeliveryRuns(settings.inngest, logger),
    deliveryStatistics: createDeliveryStatistics(database.pool),
    webhookTransport,
    builtInReceiver: receiver && createBuiltInReceiver(receiver),
    webhookPolicy: {
      allowedNetworks: webhook.allowedNetworks,
      builtInOrigin: receiver?.origin ?? null,
      isSecretFixed: webhook.signingSecret !== null,
    },
    retrySchedule: webhook.retrySchedule,
    changes,
    documents: createStagedDocumentRepository(database.pool),
    bulkWorks: createBulkWorks(database.pool),
    bulkStarts: createBulkStarts(settings.inngest, logger),
    documentTimelines: createDocumentTimelines(database.pool),
    contentErasures: createContentErasures(database.pool),
    assets: createAssetRepository(database),
    assetOverviews: createAssetOverviews(database.pool),
    documentLists: createDocumentLists(database.pool),
    savedViews: createSavedViews(database.pool),
    liveChanges: createLiveChanges(database.pool),
    webhookConfiguration: createWebhookConfigurationRepository(database.pool),
    statusFeed: createStatusFeedRepository(database.pool),
    secretBox: createSecretBox(settings.encryptionKey),
    storage: createS3ObjectStorage(settings.objectStore),
    sweeps: createSweepRepository(database.pool),
    reviews: createReviewClaims(database.pool),
    processing: createProcessingPolicy(database, settings.processing),
    processingRuns: createProcessingRuns(database.pool),
    documentTexts: createDocumentTexts(database.pool, (error, run) =>
      logger.warn(
        { ...run, err: faultWithoutContent(error) },
        "the text of a document could not be made searchable",
      ),
    ),
    fileHashes: createFileHashes(database.pool),
    backlog: createBacklog(database.pool),
    processingStatistics: createProcessingStatistics(database.pool),
    vocabulary: createVocabulary(database),
    processingStarts: createProcessingStarts(settings.inngest, logger),
    processor: createIsolatedProcessor({
      program: resolve(PROGRAM_FILE),
      version: `stagedoor/${VERSION}`,
      atOnceMax: settings.processing.concurrency,
    }),
    diskSpace: createDiskSpace(settings.diskFolders),
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
}

const readSession = (settings: PartSettings): SessionSettings => ({
  secret: settings.nextAuthSecret ?? deriveSessionSecret(settings.encryptionKey),
  isSecure: settings.publicUrl.startsWith("https://"),
});

/**
 * Writes synchronously. Otherwise, the process would repeat its last lines forever after the reader of its output has
 * gone.
 */
const createLogger = (level: PartSettings["logLevel"]) => {
  const options = { level, base: null, serializers: { err: loggedError } };
  return pino(options, pino.destination({ fd: 1, sync: true }));
};
