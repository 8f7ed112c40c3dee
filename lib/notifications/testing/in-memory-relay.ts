import type { StatusFeedRepository } from "@/lib/documents/ports";
import { NUMBERED_AT_ONCE_MAX } from "@/lib/documents/rules/feed-entry";
import type { HistoryRow, InMemoryHistory } from "@/lib/documents/testing/in-memory-history";
import type { DeliveryRun, RelayRepository, RelayView } from "../ports";
import type { InMemoryNotifications } from "./in-memory-notifications";

type Decide = Parameters<RelayRepository["freeze"]>[0];
type Frozen = NonNullable<ReturnType<Decide>>;

const FROZEN_AT_ONCE_MAX = 20;
const ITEMS_MAX = 100;

/** Creates an in-memory relay that meets the same contract as the PostgreSQL adapter. */
export function createInMemoryRelay(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
  statusFeed: Pick<StatusFeedRepository, "numberNext">,
): RelayRepository {
  const look = (): RelayView => ({
    outstanding: notifications
      .all()
      .filter(({ state, isResend }) => state === "pending" && !isResend).length,
    waiting: waitingRows(history, notifications).slice(0, ITEMS_MAX).map(toWaiting),
  });
  return {
    findWork: async () => ({
      hasUnnumbered: history.rows.some(isUnnumbered),
      hasUnfrozen: history.rows.some(isUnfrozen),
    }),
    async freeze(decide, at, search) {
      const frozen: DeliveryRun[] = [];
      const numbered = await statusFeed.numberNext(NUMBERED_AT_ONCE_MAX);
      search?.onBegin();
      search?.onEnd();
      const found = { isMoreUnnumbered: numbered === NUMBERED_AT_ONCE_MAX, isBusy: false };
      while (frozen.length < FROZEN_AT_ONCE_MAX) {
        const view = look();
        const next = view.waiting.length > 0 ? decide(view) : null;
        if (!next) return { ...found, frozen, isMoreWaiting: false };
        freeze(history, notifications, next, at);
        frozen.push({ notificationId: next.id, generation: 1 });
      }
      return { ...found, frozen, isMoreWaiting: true };
    },
  };
}

const isUnnumbered = ({ change, isListed }: HistoryRow) => isListed && change.sequence === null;

const isUnfrozen = ({ change, notificationId }: HistoryRow) =>
  change.notified && change.sequence !== null && notificationId === null;

function waitingRows(history: InMemoryHistory, notifications: InMemoryNotifications) {
  const isHolding = (id: string | null) => {
    const found = id === null ? null : notifications.find(id);
    return found?.state === "pending" && !found.isResend;
  };
  const held = new Set(
    history.rows.filter((row) => isHolding(row.notificationId)).map(({ uuid }) => uuid),
  );
  return history.rows
    .filter((row) => isUnfrozen(row) && !held.has(row.uuid))
    .sort((a, b) => Number((a.change.sequence ?? 0n) - (b.change.sequence ?? 0n)));
}

const toWaiting = ({ uuid, change }: HistoryRow) => ({
  id: change.id,
  uuid,
  previousStatus: change.previousStatus,
  currentStatus: change.currentStatus,
  at: change.at,
});

function freeze(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
  { id, body, changes }: Frozen,
  at: Date,
): void {
  notifications.put({
    id,
    body,
    itemCount: changes.length,
    state: "pending",
    isTest: false,
    isResend: false,
    generation: 1,
    generationAt: at,
    series: null,
    attempts: 0,

    nextAttemptAt: at,
    nextCause: "schedule",
    resentBy: null,
    plannedAt: null,
    notBefore: null,
    wokenAt: null,
    createdAt: at,
    settledAt: null,
  });
  const ids = new Set(changes.map((change) => change.id));
  for (const row of history.rows.filter(({ change }) => ids.has(change.id))) {
    row.notificationId = id;
  }
}
