import { auditParameter } from "@/lib/adapters/postgres/core/audit-statement";
import { NIL_UUID } from "@/lib/adapters/postgres/core/query";
import { createDeliveryRepository } from "@/lib/adapters/postgres/notifications/delivery-repository";
import { DELIVERY_STATEMENTS } from "@/lib/adapters/postgres/notifications/delivery-statements";
import { createDeliveryStatistics } from "@/lib/adapters/postgres/notifications/delivery-statistics";
import { createNotificationLog } from "@/lib/adapters/postgres/notifications/notification-log";
import { NOTIFICATION_LOG_STATEMENTS } from "@/lib/adapters/postgres/notifications/notification-log-statements";
import {
  createRelayRepository,
  RELAY_STATEMENTS,
} from "@/lib/adapters/postgres/notifications/relay-repository";
import {
  createSweepRepository,
  SWEEP_STATEMENTS,
} from "@/lib/adapters/postgres/upkeep/sweep-repository";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NotificationFilter, NotificationLog } from "@/lib/notifications/log-ports";
import {
  allOf,
  type Call,
  callsOf,
  type NamedCalls,
  PAGE,
  type Samples,
  SHORT_PAGE,
  undone,
} from "./calls";
import { COCKPIT_CALLS, DOCUMENT_CALLS } from "./document-calls";

const DAY_MS = 86_400_000;
/** What a resend writes into the audit log. */
const NOTE = auditParameter(anAuditNote());
const NEW_ID = "019cbc00-0000-7000-8000-000000000001";

const none: NotificationFilter = {
  state: null,
  documentUuid: null,
  createdFrom: null,
  createdTo: null,
};

type FilterOf = (samples: Samples) => Partial<NotificationFilter>;

const log = (what: string, filterOf: FilterOf, limit = PAGE): NamedCalls<NotificationLog> => ({
  [`log${what}, first page`]: (notifications, samples) =>
    notifications.list({ ...none, ...filterOf(samples) }, { after: null, limit }),
  [`log${what}, middle page`]: (notifications, samples) =>
    notifications.list({ ...none, ...filterOf(samples) }, { after: samples.notification, limit }),
});

const month = ({ notification }: Samples) => ({
  createdFrom: new Date(notification.createdAt.getTime() - 30 * DAY_MS),
  createdTo: notification.createdAt,
});

const STATES = ["pending", "delivered", "undelivered"] as const;
const overdue = ({ now }: Samples) => ({
  dueBefore: now,
  lateBefore: new Date(now.getTime() - 300_000),
  wokenBefore: now,
  lateWokenBefore: now,
});

/** The delivery log, its statistics, and the statements of the relay and of deliveries. */
const NOTIFICATION_CALLS: readonly Call[] = [
  ...callsOf(createNotificationLog, {
    ...log("", () => ({})),
    ...log(", a month", month),
    ...allOf(STATES.map((state) => log(`, ${state}`, () => ({ state }), SHORT_PAGE))),
    ...allOf(
      STATES.map((state) =>
        log(`, ${state}, a month`, (samples) => ({ state, ...month(samples) })),
      ),
    ),
    ...log(", of a document", ({ document }) => ({ documentUuid: document.uuid })),
    ...log(", of a document, delivered", ({ document }) => ({
      documentUuid: document.uuid,
      state: "delivered",
    })),
    "log: one notification": (notifications, { notification }) =>
      notifications.find(notification.id, 100),
    "log: count undelivered in a month": (notifications, samples) =>
      notifications.count({ state: "undelivered", ...month(samples) }),
    "log: count delivered in an hour": (notifications, { notification: { createdAt } }) =>
      notifications.count({
        state: "delivered",
        createdFrom: new Date(createdAt.getTime() - 3_600_000),
        createdTo: createdAt,
      }),
  }),
  undone("log: resend", ({ notification, now }) =>
    NOTIFICATION_LOG_STATEMENTS.resend({ id: notification.id, at: now, note: NOTE }),
  ),
  undone("log: resend a period", (samples) =>
    NOTIFICATION_LOG_STATEMENTS.resendSome({
      state: "undelivered",
      ...month(samples),
      afterAt: "-infinity",
      afterId: NIL_UUID,
      limit: 20,
      at: samples.now,
      note: NOTE,
    }),
  ),
  ...callsOf(createDeliveryStatistics, {
    statistics: (statistics) => statistics.measure(),
    "statistics: summary": (statistics) => statistics.summarise(),
    "statistics: oldest undelivered change": (statistics) => statistics.findOldestUntold(),
  }),
  ...callsOf(createRelayRepository, { "relay: check for work": (relay) => relay.findWork() }),
  {
    what: "relay: pending changes",
    run: ({ pool }) => pool.query(RELAY_STATEMENTS.waiting({ limit: 2000 })),
  },
  undone("relay: freezing", ({ lastChangeId, now }) =>
    RELAY_STATEMENTS.freeze({
      ids: [NEW_ID],
      bodies: [Buffer.from("[]")],
      itemCounts: [2],
      oldestChangesAt: [now],
      at: now,
      changeIds: [String(lastChangeId)],
      notificationIds: [NEW_ID],
    }),
  ),
  ...callsOf(createDeliveryRepository, {
    "delivery: load a notification": (deliveries, { pendingId }) =>
      deliveries.load({ notificationId: pendingId, generation: 1 }, 3),
    "delivery: check for overdue deliveries": (deliveries, { now }) =>
      deliveries.hasOverdue({
        dueBefore: now,
        lateBefore: now,
        wokenBefore: now,
        lateWokenBefore: now,
      }),
  }),
  undone("delivery: claim overdue deliveries", (samples) =>
    DELIVERY_STATEMENTS.claimOverdue({ ...overdue(samples), at: samples.now, countMax: 200 }),
  ),
  undone("delivery: recovery", ({ now }) =>
    DELIVERY_STATEMENTS.recoverAll({ at: now, recoveredBefore: now }),
  ),
  undone("delivery: new webhook URL", ({ now }) => DELIVERY_STATEMENTS.makeAllDue({ at: now })),
];

const SWEEP_PAGE = 100;

/** Every statement in a sweep. */
const UPKEEP_CALLS: readonly Call[] = [
  ...callsOf(createSweepRepository, {
    "sweep: expired uploads": (sweeps, { now }) =>
      sweeps.listAwaited({ by: now, after: null, limit: SWEEP_PAGE }),
    "sweep: erasable files": (sweeps, { now }) =>
      sweeps.listErasable({ by: now, after: null, limit: SWEEP_PAGE }),
    "sweep: nothing to erase": (sweeps, { now }) =>
      sweeps.listErasable({
        by: new Date(now.getTime() - 32 * DAY_MS),
        after: null,
        limit: SWEEP_PAGE,
      }),
    "sweep: owners of a page of objects": (sweeps, { uuids }) => sweeps.findObjects(uuids),
  }),
  undone("sweep: erase a file", ({ document, now }) =>
    SWEEP_STATEMENTS.eraseContent({ uuid: document.uuid, at: now }),
  ),
  undone("sweep: idempotency keys", ({ now }) =>
    SWEEP_STATEMENTS.removeIdempotencyKeys({
      storedBy: new Date(now.getTime() - DAY_MS),
      // The number of keys that 10,000 documents leave behind, so that the same number is removed at both sizes.
      limit: 10,
    }),
  ),
];

/** All product calls that are measured with few documents and with many. */
export const CALLS: readonly Call[] = [
  ...DOCUMENT_CALLS,
  ...COCKPIT_CALLS,
  ...NOTIFICATION_CALLS,
  ...UPKEEP_CALLS,
];
