import { DEFAULT_RETRY_SCHEDULE } from "../domain/retry-schedule";
import type { Ports } from "../ports";
import { createAbsentNotificationLog } from "./absent-notification-log";
import { type CountingChanges, createCountingChanges } from "./counting-changes";
import { createCountingIds } from "./counting-ids";
import { createCountingRandomness } from "./counting-randomness";
import { createFakeDeliveryRuns, type FakeDeliveryRuns } from "./fake-delivery-runs";
import { createFakeWebhookTransport, type FakeWebhookTransport } from "./fake-webhook-transport";
import { createFixedClock, type FixedClock } from "./fixed-clock";
import { createInMemoryApiKeys, type InMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryAssetDocuments } from "./in-memory-asset-documents";
import { createInMemoryAssetOverviews } from "./in-memory-asset-overviews";
import { createInMemoryAssets, type InMemoryAssets } from "./in-memory-assets";
import { createInMemoryDeliveries, makeDueForNewUrl } from "./in-memory-deliveries";
import { createInMemoryDeliveryStatistics } from "./in-memory-delivery-statistics";
import { createInMemoryDocuments, type InMemoryDocuments } from "./in-memory-documents";
import { createInMemoryLiveChanges } from "./in-memory-live-changes";
import { createInMemoryNotifications, type InMemoryNotifications } from "./in-memory-notifications";
import { createInMemoryRelay } from "./in-memory-relay";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { createInMemoryStatusFeed, type InMemoryStatusFeed } from "./in-memory-status-feed";
import { createInMemoryStorage, type InMemoryStorage } from "./in-memory-storage";
import { createInMemorySweeps, type InMemorySweeps } from "./in-memory-sweeps";
import { createInMemoryUsers } from "./in-memory-users";
import { createInMemoryWebhookConfiguration } from "./in-memory-webhook-configuration";
import { createPlainPasswordHasher } from "./plain-password-hasher";
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
  /** The tables behind `relay` and `deliveries`. */
  readonly notifications: InMemoryNotifications;
  readonly deliveryRuns: FakeDeliveryRuns;
  readonly webhookTransport: FakeWebhookTransport;
  readonly changes: CountingChanges;
}

/** Makes fresh, empty ports; uploads may have 100 bytes and URLs live for an hour. */
export function makePorts(): InMemoryPorts {
  const clock = createFixedClock();
  const documents = createInMemoryDocuments();
  const statusFeed = createInMemoryStatusFeed(documents.history);
  const notifications = createInMemoryNotifications();
  const assets = createInMemoryAssets();
  const onWebhookUrl = (url: string | null, at: Date) => {
    documents.configureWebhook(url);
    notifications.noteReceiver({ url });
    return url === null ? [] : makeDueForNewUrl(notifications, at);
  };
  return {
    clock,
    documents,
    notifications,
    statusFeed,
    sweeps: createInMemorySweeps(documents),
    storage: createInMemoryStorage(clock),
    apiKeys: createInMemoryApiKeys(),
    assets,
    assetOverviews: createInMemoryAssetOverviews(assets, documents),
    assetDocuments: createInMemoryAssetDocuments(documents),
    users: createInMemoryUsers(),
    passwordHasher: createPlainPasswordHasher(),
    signInThrottle: createInMemorySignInThrottle(clock),
    liveChanges: createInMemoryLiveChanges(documents.history, assets, notifications),
    builtInReceiver: null,
    webhookConfiguration: createInMemoryWebhookConfiguration(onWebhookUrl),
    webhookPolicy: { allowedNetworks: [], builtInOrigin: null, isSecretFixed: false },
    webhookTransport: createFakeWebhookTransport(),
    relay: createInMemoryRelay(documents.history, notifications),
    deliveries: createInMemoryDeliveries(documents.history, notifications),
    notificationLog: createAbsentNotificationLog(),
    deliveryStatistics: createInMemoryDeliveryStatistics(documents.history, notifications),
    deliveryRuns: createFakeDeliveryRuns(),
    changes: createCountingChanges(),
    retrySchedule: DEFAULT_RETRY_SCHEDULE,
    secretBox: createPlainSecretBox(),
    randomness: createCountingRandomness(),
    ids: createCountingIds(),
    limits: { uploadUrlExpiresInSeconds: 3600, uploadSizeMaxBytes: 100 },
    sweepLimits: { uploadGraceSeconds: 21_600, fileRetentionDays: 30 },
  };
}
