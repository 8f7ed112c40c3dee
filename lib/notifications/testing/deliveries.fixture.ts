import type { StagedDocumentRepository, StatusFeedRepository } from "@/lib/documents/ports";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type {
  DeliveryRepository,
  DeliveryRun,
  ExtraDeliveries,
  MadeAttempt,
  NextDelivery,
  PendingNotification,
  RelayRepository,
  RelayView,
  WebhookConfigurationRepository,
} from "../ports";
import { type NotificationItem, notificationBody } from "../rules/notification";
import { answered } from "./in-memory-webhook-transport";

/** Empty repositories that share one store. */
export interface DeliveriesUnderTest {
  readonly documents: StagedDocumentRepository;
  readonly statusFeed: StatusFeedRepository;
  readonly webhookConfiguration: WebhookConfigurationRepository;
  readonly relay: RelayRepository;
  readonly deliveries: DeliveryRepository;
}

/** Opens separate repositories for each test. */
export type OpenDeliveries = () => Promise<DeliveriesUnderTest>;

/** The webhook URL of these tests. */
const WEBHOOK_URL = "https://dms.example.com/hook";

/** Creates the helpers for delivery tests, on empty repositories with a webhook URL. */
export async function arrangeDeliveries(open: OpenDeliveries) {
  const underTest = await open();
  const clock = createFixedClock();
  const ports = { ...underTest, clock, ids: createCountingIds() };
  const setUrl = (url: string) =>
    underTest.webhookConfiguration.setUrl(
      url,
      { firstSecret: Buffer.of(1), at: clock.now() },
      anAuditNote(),
    );
  await setUrl(WEBHOOK_URL);
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const freezeAll = (view: RelayView) => frozenFrom(ports.ids.uuid(), view);
  const relayAll = async () => (await ports.relay.freeze(freezeAll, clock.now())).frozen;
  return {
    ...ports,
    setUrl,
    at,
    freezeAll,
    relayAll,
    makeDocument: (status: Status) => makeDocumentAt(ports, status),
    move: ({ uuid }: StagedDocument, from: Status, to: Status) =>
      ports.documents.compareAndSetStatus(changeOf(uuid, from, to)),
    /** Freezes this many notifications, each about one new document. */
    freezeDocuments: (count: number) => freezeDocuments(ports, relayAll, count),
    pending: (run: DeliveryRun) => pendingOf(ports.deliveries, run),
    fail: (run: DeliveryRun, options: FailureOptions = {}) =>
      failNow(ports.deliveries, run, clock.now(), options),
    deliver: async (run: DeliveryRun, n = 1) => {
      const attempt = attemptAt(clock.now(), { n, status: 200 });
      return (await ports.deliveries.save(run, attempt, null, clock.now())).due;
    },
  };
}

/** Creates notifications, of which the first is about to be delivered. */
export async function arrangeWaiting(open: OpenDeliveries, count: number) {
  const parts = await arrangeDeliveries(open);
  const [first, ...others] = await parts.freezeDocuments(count);
  if (!first) throw new Error("nothing was frozen");
  const failAll = async (runs: readonly DeliveryRun[], nextInSeconds: number) => {
    for (const run of runs) await parts.fail(run, { nextInSeconds });
  };
  return { ...parts, first, others, failAll };
}

interface FailureOptions {
  readonly n?: number;
  /** Seconds until the next attempt in the schedule; null if there is none. */
  readonly nextInSeconds?: number | null;
  readonly startedAt?: Date;
  readonly isExtraAllowed?: boolean;
  /** The receiver's Retry-After. */
  readonly notBefore?: Date | null;
}

async function freezeDocuments(
  ports: Parameters<typeof makeDocumentAt>[0],
  relayAll: () => Promise<readonly DeliveryRun[]>,
  count: number,
): Promise<DeliveryRun[]> {
  const runs: DeliveryRun[] = [];
  for (let index = 0; index < count; index += 1) {
    await makeDocumentAt(ports, 1);
    runs.push(...(await relayAll()));
  }
  return runs;
}

/** Returns a notification with all waiting changes of a view. */
export function frozenFrom(id: string, { waiting }: RelayView) {
  const items = waiting.map(
    (change): NotificationItem => ({ ...change, url: `https://stagedoor.example/${change.uuid}` }),
  );
  return { id, body: notificationBody(items), changes: waiting };
}

/** Saves a failure that happens now and uses up the first interval of the schedule. */
async function failNow(
  deliveries: DeliveryRepository,
  run: DeliveryRun,
  at: Date,
  {
    n = 1,
    nextInSeconds = 15,
    startedAt = at,
    isExtraAllowed = true,
    notBefore = null,
  }: FailureOptions,
) {
  const attempt = attemptAt(startedAt, { n, status: 500 });
  const series = { startedAt, slot: 1, lastIntervalMs: (nextInSeconds ?? 0) * 1000 };
  const nextAt = new Date(at.getTime() + (nextInSeconds ?? 0) * 1000);
  const next: NextDelivery | null =
    nextInSeconds === null
      ? null
      : { at: nextAt, plannedAt: nextAt, cause: "schedule", series, notBefore };
  const extra = { at: new Date(at.getTime() + 1000), plannedAt: nextAt, series, notBefore };
  const extras: ExtraDeliveries = {
    recovery: { ...extra, cause: "recovery" },
    configuration: { ...extra, cause: "configuration" },
  };
  const plan = { next, ifOvertaken: isExtraAllowed ? extras : null };
  return (await deliveries.save(run, attempt, plan, at)).outcome;
}

/** Creates an attempt like one that a run makes. */
export const attemptAt = (
  startedAt: Date,
  { n, status, url = WEBHOOK_URL }: { n: number; status: number; url?: string },
): MadeAttempt => ({
  n,
  cause: "schedule",
  author: null,
  startedAt,
  url,
  requestHeaders: { "webhook-id": "msg_1" },
  answer: answered(status, { server: "test" }),
});

/**
 * Loads the notification for the run's next attempt.
 * @throws Error if it is not pending
 */
async function pendingOf(
  deliveries: DeliveryRepository,
  run: DeliveryRun,
): Promise<PendingNotification> {
  const loaded = await deliveries.load(run, NEVER_MADE);
  if (loaded.kind !== "pending") throw new Error(`the notification is ${loaded.kind}`);
  return loaded.notification;
}

/** The number of an attempt that these tests never make. */
const NEVER_MADE = 1000;
