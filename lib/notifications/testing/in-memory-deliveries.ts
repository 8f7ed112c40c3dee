import type { InMemoryHistory } from "@/lib/documents/testing/in-memory-history";
import type {
  DeliveryRepository,
  DeliveryRun,
  FailurePlan,
  MadeAttempt,
  NextDelivery,
  OverdueLimits,
  OverdueRun,
  OvertakingCause,
  PendingNotification,
  SavedOutcome,
  WebhookConfigurationRepository,
} from "../ports";
import { type AttemptCause, isRequested } from "../rules/explain-attempt";
import type { InMemoryNotification, InMemoryNotifications } from "./in-memory-notifications";

/** In-memory deliveries that meet the same contract as the PostgreSQL adapter. */
export function createInMemoryDeliveries(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
  webhookConfiguration: Pick<WebhookConfigurationRepository, "find">,
): DeliveryRepository {
  const current = (run: DeliveryRun) => {
    const found = notifications.find(run.notificationId);
    return found?.state === "pending" && found.generation === run.generation ? found : null;
  };
  const outcomeOf = (run: DeliveryRun): SavedOutcome => {
    const nextAttemptAt = current(run)?.nextAttemptAt ?? null;
    return { isOver: nextAttemptAt === null, nextAttemptAt };
  };
  const saveFailed = (
    run: DeliveryRun,
    attempt: MadeAttempt,
    { next, ifOvertaken }: FailurePlan,
    at: Date,
  ): SavedOutcome => {
    if (isSaved(notifications, run, attempt.n)) return outcomeOf(run);
    const overtakenBy = causeOvertaking(notifications, attempt);
    const planned = overtakenBy && ifOvertaken ? ifOvertaken[overtakenBy] : next;
    addAttempt(notifications, run, attempt, planned?.at ?? null);
    const counted = notifications.find(run.notificationId);
    if (counted) notifications.put({ ...counted, attempts: counted.attempts + 1 });
    const found = current(run);
    if (found) notifications.put(afterFailure(found, planned, at));
    const { failingSince } = notifications.receiver();
    if (!overtakenBy && !failingSince) notifications.noteReceiver({ failingSince: at });
    return outcomeOf(run);
  };
  return {
    async load(run, n) {
      if (isSaved(notifications, run, n)) return { kind: "saved", outcome: outcomeOf(run) };
      const found = current(run);
      const notification = found && toPending(found, history);
      if (!notification) return { kind: "over" };
      return { kind: "pending", notification, webhook: await webhookConfiguration.find() };
    },
    async save(run, attempt, plan, at) {
      if (plan) return { outcome: saveFailed(run, attempt, plan, at), due: [] };
      const due = saveDelivered(notifications, run, attempt, at);
      return { outcome: { isOver: true, nextAttemptAt: null }, due };
    },
    async postpone(run, until, at) {
      const found = current(run);
      if (found && notifications.receiver().url === null) {
        const waiting = { nextAttemptAt: until, nextCause: "schedule" } as const;
        notifications.put(until ? { ...found, ...waiting } : settled(found, "undelivered", at));
      }
      return outcomeOf(run);
    },
    async beginGeneration(run, at) {
      const found = current(run);
      if (!found) return null;
      const generation = run.generation + 1;
      notifications.put({ ...found, generation, generationAt: at });
      return { notificationId: run.notificationId, generation };
    },
    hasOverdue: async (limits) => overdueIn(notifications, limits).length > 0,
    async claimOverdue(limits, at, countMax) {
      const claimed = overdueIn(notifications, limits).slice(0, countMax);
      for (const { notificationId } of claimed) {
        const found = notifications.find(notificationId);
        if (found) notifications.put({ ...found, wokenAt: at });
      }
      return claimed;
    },
  };
}

function overdueIn(notifications: InMemoryNotifications, limits: OverdueLimits): OverdueRun[] {
  return notifications
    .all()
    .flatMap(({ id: notificationId, generation, generationAt, nextAttemptAt, wokenAt }) => {
      if (!nextAttemptAt || nextAttemptAt >= limits.dueBefore) return [];
      const isLate = nextAttemptAt < limits.lateBefore;
      const wokenBefore = isLate ? limits.lateWokenBefore : limits.wokenBefore;
      if (wokenAt && wokenAt >= nextAttemptAt && wokenAt >= wokenBefore) return [];
      return [{ notificationId, generation, generationAt, nextAttemptAt, wokenBeforeAt: wokenAt }];
    })
    .sort((a, b) => a.nextAttemptAt.getTime() - b.nextAttemptAt.getTime());
}

const isSaved = ({ attempts }: InMemoryNotifications, run: DeliveryRun, n: number) =>
  attempts.some(
    (saved) =>
      saved.notificationId === run.notificationId &&
      saved.generation === run.generation &&
      saved.n === n,
  );

function addAttempt(
  { attempts }: InMemoryNotifications,
  { notificationId, generation }: DeliveryRun,
  attempt: MadeAttempt,
  nextAttemptAt: Date | null,
): void {
  attempts.push({ ...attempt, notificationId, generation, nextAttemptAt });
}

/** Returns the event since the attempt began that requires an extra attempt; null if there was none. */
function causeOvertaking(
  notifications: InMemoryNotifications,
  { startedAt, url }: MadeAttempt,
): OvertakingCause | null {
  const receiver = notifications.receiver();
  if (receiver.url !== null && receiver.url !== url) return "configuration";
  return receiver.recoveredAt && receiver.recoveredAt >= startedAt ? "recovery" : null;
}

function saveDelivered(
  notifications: InMemoryNotifications,
  run: DeliveryRun,
  attempt: MadeAttempt,
  at: Date,
): readonly DeliveryRun[] {
  const isNew = !isSaved(notifications, run, attempt.n);
  if (isNew) addAttempt(notifications, run, attempt, null);
  const found = notifications.find(run.notificationId);
  const counted = found && { ...found, attempts: found.attempts + (isNew ? 1 : 0) };
  if (counted?.state === "pending") {
    const series = counted.series ?? { startedAt: attempt.startedAt, slot: 0, lastIntervalMs: 0 };
    notifications.put(settled({ ...counted, series }, "delivered", at));
  } else if (counted) notifications.put(counted);
  const { failingSince, recoveredAt } = notifications.receiver();
  if (!failingSince) return [];
  notifications.noteReceiver({ failingSince: null, recoveredAt: at });
  return makeAllDue(notifications, "recovery", at, (notification) =>
    earliestAfterRecovery(notifications, notification, { at, recoveredAt }),
  );
}

const settled = (
  notification: InMemoryNotification,
  state: "delivered" | "undelivered",
  at: Date,
): InMemoryNotification => ({
  ...notification,
  state,
  settledAt: at,
  nextAttemptAt: null,
  nextCause: null,
  resentBy: null,
  plannedAt: null,
});

function afterFailure(
  found: InMemoryNotification,
  next: NextDelivery | null,
  at: Date,
): InMemoryNotification {
  if (!next) return settled(found, "undelivered", at);
  const { at: nextAttemptAt, cause: nextCause, plannedAt, notBefore, series } = next;
  return { ...found, nextAttemptAt, nextCause, resentBy: null, plannedAt, notBefore, series };
}

/** Makes every pending notification due, as a new URL does. */
export const makeDueForNewUrl = (notifications: InMemoryNotifications, at: Date) =>
  makeAllDue(notifications, "configuration", at, () => at);

function makeAllDue(
  notifications: InMemoryNotifications,
  nextCause: AttemptCause,
  at: Date,
  dueAt: (notification: InMemoryNotification) => Date,
): readonly DeliveryRun[] {
  return notifications.all().flatMap((notification) => {
    const { id: notificationId, generation, nextAttemptAt } = notification;
    if (!nextAttemptAt || nextAttemptAt <= at) return [];
    const due = dueAt(notification);
    if (due >= nextAttemptAt) return [];
    notifications.put({ ...notification, nextAttemptAt: due, nextCause });
    return [{ notificationId, generation }];
  });
}

/**
 * Returns the earliest time at which a recovery makes a notification due: a tenth of its age after its last attempt, and
 * not before the receiver's Retry-After is over.
 */
function earliestAfterRecovery(
  { attempts }: InMemoryNotifications,
  { id, createdAt, notBefore }: InMemoryNotification,
  { at, recoveredAt }: { at: Date; recoveredAt: Date | null },
): Date {
  const last = attempts.filter(({ notificationId }) => notificationId === id).at(-1);
  if (!last) return at;
  const isRefusedAgain =
    recoveredAt !== null && recoveredAt >= createdAt && recoveredAt <= last.startedAt;
  const ageMs = at.getTime() - createdAt.getTime();
  const pauseMs = Math.min(Math.max(ageMs / 10, 1_000), isRefusedAgain ? Infinity : 30_000);
  const askedMs = notBefore?.getTime() ?? 0;
  return new Date(Math.max(at.getTime(), last.startedAt.getTime() + pauseMs, askedMs));
}

function toPending(
  { id, nextAttemptAt, nextCause, ...row }: InMemoryNotification,
  history: InMemoryHistory,
): PendingNotification | null {
  if (!nextAttemptAt || !nextCause) return null;
  const requestIds = history.rows
    .filter(({ notificationId }) => notificationId === id)
    .flatMap(({ requestId }) => requestId ?? []);
  const { generation, body, createdAt, series, attempts, plannedAt, resentBy } = row;
  return {
    notificationId: id,
    generation,
    body,
    createdAt,
    series,
    attempts,
    waitingSince: row.isResend ? row.generationAt : createdAt,
    nextAuthor: isRequested(nextCause) ? resentBy : null,
    nextAttemptAt,
    nextCause,
    plannedAt,
    requestIds: [...new Set(requestIds)],
  };
}
