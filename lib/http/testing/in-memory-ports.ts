import {
  createInMemoryApiKeys,
  type InMemoryApiKeys,
} from "@/lib/accounts/testing/in-memory-api-keys";
import { createPlainPasswordHasher } from "@/lib/accounts/testing/in-memory-password-hasher";
import { createInMemorySignInThrottle } from "@/lib/accounts/testing/in-memory-sign-in-throttle";
import { createInMemoryUsers } from "@/lib/accounts/testing/in-memory-users";
import { createInMemoryAssetDocuments } from "@/lib/assets/testing/in-memory-asset-documents";
import { createInMemoryAssetOverviews } from "@/lib/assets/testing/in-memory-asset-overviews";
import { createInMemoryAssets, type InMemoryAssets } from "@/lib/assets/testing/in-memory-assets";
import type { Ports } from "@/lib/documents/ports/staged-documents";
import {
  type CountingChanges,
  createCountingChanges,
} from "@/lib/documents/testing/in-memory-changes";
import {
  createInMemoryDocuments,
  type InMemoryDocuments,
} from "@/lib/documents/testing/in-memory-documents";
import {
  createInMemoryStatusFeed,
  type InMemoryStatusFeed,
} from "@/lib/documents/testing/in-memory-status-feed";
import {
  createInMemoryStorage,
  type InMemoryStorage,
} from "@/lib/documents/testing/in-memory-storage";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createCountingRandomness } from "@/lib/kernel/testing/counting-randomness.fixture";
import { createFixedClock, type FixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createInMemoryLiveChanges } from "@/lib/live/testing/in-memory-live-changes";
import { DEFAULT_RETRY_SCHEDULE } from "@/lib/notifications/rules/retry-schedule";
import {
  createInMemoryDeliveries,
  makeDueForNewUrl,
} from "@/lib/notifications/testing/in-memory-deliveries";
import {
  createFakeDeliveryRuns,
  type FakeDeliveryRuns,
} from "@/lib/notifications/testing/in-memory-delivery-runs";
import { createInMemoryDeliveryStatistics } from "@/lib/notifications/testing/in-memory-delivery-statistics";
import { createAbsentNotificationLog } from "@/lib/notifications/testing/in-memory-notification-log";
import {
  createInMemoryNotifications,
  type InMemoryNotifications,
} from "@/lib/notifications/testing/in-memory-notifications";
import { createInMemoryRelay } from "@/lib/notifications/testing/in-memory-relay";
import { createPlainSecretBox } from "@/lib/notifications/testing/in-memory-secret-box";
import { createInMemoryWebhookConfiguration } from "@/lib/notifications/testing/in-memory-webhook-configuration";
import {
  createFakeWebhookTransport,
  type FakeWebhookTransport,
} from "@/lib/notifications/testing/in-memory-webhook-transport";
import { createInMemorySweeps, type InMemorySweeps } from "@/lib/upkeep/testing/in-memory-sweeps";

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
