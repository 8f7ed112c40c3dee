import type { AttemptCause } from "../domain/attempt-cause";
import type { DeliveryRun } from "../ports/delivery-runs";
import type {
  DeliveryRepository,
  MadeAttempt,
  NextDelivery,
  PendingNotification,
  SavedOutcome,
} from "../ports/notifications";
import type { InMemoryHistory } from "./in-memory-history";
import type { InMemoryNotification, InMemoryNotifications } from "./in-memory-notifications";

/** Deliveries in memory, kept to the same contract as PostgreSQL. */
export function createInMemoryDeliveries(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
): DeliveryRepository {
  const current = (run: DeliveryRun) => {
    const found = notifications.find(run.notificationId);
    return found?.state === "pending" && found.generation === run.generation ? found : null;
  };
  const outcomeOf = (run: DeliveryRun): SavedOutcome => {
    const nextAttemptAt = current(run)?.nextAttemptAt ?? null;
    return { isOver: nextAttemptAt === null, nextAttemptAt };
  };
  return {
    async load(run, n) {
      if (isSaved(notifications, run, n)) return { kind: "saved", outcome: outcomeOf(run) };
      const found = current(run);
      const notification = found && toPending(found, history);
      return notification ? { kind: "pending", notification } : { kind: "over" };
    },
    saveDelivered: async (run, attempt, at) => saveDelivered(notifications, run, attempt, at),
    async saveFailed(run, attempt, next, ifOvertaken, at) {
      if (isSaved(notifications, run, attempt.n)) return outcomeOf(run);
      const overtakenBy = causeOvertaking(notifications, attempt);
      const isExtra = overtakenBy !== null && ifOvertaken !== null;
      const planned = isExtra ? { ...ifOvertaken, cause: overtakenBy } : next;
      addAttempt(notifications, run, attempt, planned?.at ?? null);
      const found = current(run);
      if (found) notifications.put(afterFailure(found, planned, at));
      const { failingSince } = notifications.receiver();
      if (!overtakenBy && !failingSince) notifications.noteReceiver({ failingSince: at });
      return outcomeOf(run);
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
    async listOverdue(dueBefore, limit) {
      return notifications
        .all()
        .flatMap(({ id: notificationId, generation, generationAt, nextAttemptAt }) =>
          nextAttemptAt && nextAttemptAt < dueBefore
            ? [{ notificationId, generation, generationAt, nextAttemptAt }]
            : [],
        )
        .sort((a, b) => a.nextAttemptAt.getTime() - b.nextAttemptAt.getTime())
        .slice(0, limit);
    },
    makeAllDue: async (cause, at) => makeAllDue(notifications, cause, at, () => at),
  };
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

/** What happened since the attempt began; null: nothing that matters. */
function causeOvertaking(
  notifications: InMemoryNotifications,
  { startedAt, url }: MadeAttempt,
): AttemptCause | null {
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
  if (found?.state === "pending") {
    const series = found.series ?? { startedAt: attempt.startedAt, slot: 0, lastIntervalMs: 0 };
    const attempts = found.attempts + (isNew ? 1 : 0);
    notifications.put(settled({ ...found, series, attempts }, "delivered", at));
  }
  if (!notifications.receiver().failingSince) return [];
  notifications.noteReceiver({ failingSince: null, recoveredAt: at });
  return makeAllDue(notifications, "recovery", at, (notification) =>
    earliestAfterRecovery(notifications, notification, at),
  );
}

const settled = (
  notification: InMemoryNotification,
  state: "delivered" | "undelivered",
  at: Date,
): InMemoryNotification => ({
  ...{ ...notification, state, settledAt: at },
  ...{ nextAttemptAt: null, nextCause: null, plannedAt: null },
});

function afterFailure(
  found: InMemoryNotification,
  next: NextDelivery | null,
  at: Date,
): InMemoryNotification {
  const attempted = { ...found, attempts: found.attempts + 1 };
  if (!next) return settled(attempted, "undelivered", at);
  const { at: nextAttemptAt, cause: nextCause, plannedAt, series } = next;
  return { ...attempted, nextAttemptAt, nextCause, plannedAt, series };
}

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

/** Not before a tenth of its age has passed since its last attempt, at least 1 s and at most 30 s. */
function earliestAfterRecovery(
  { attempts }: InMemoryNotifications,
  { id, createdAt }: InMemoryNotification,
  at: Date,
): Date {
  const last = attempts.filter(({ notificationId }) => notificationId === id).at(-1);
  if (!last) return at;
  const ageMs = at.getTime() - createdAt.getTime();
  const pauseMs = Math.min(Math.max(ageMs / 10, 1_000), 30_000);
  return new Date(Math.max(at.getTime(), last.startedAt.getTime() + pauseMs));
}

function toPending(
  { id, nextAttemptAt, nextCause, ...row }: InMemoryNotification,
  history: InMemoryHistory,
): PendingNotification | null {
  if (!nextAttemptAt || !nextCause) return null;
  const requestIds = history.rows
    .filter(({ notificationId }) => notificationId === id)
    .flatMap(({ requestId }) => requestId ?? []);
  const { generation, body, isTest, createdAt, series, attempts, plannedAt } = row;
  return {
    ...{ notificationId: id, generation, body, isTest, createdAt, series, attempts },
    ...{ nextAttemptAt, nextCause, plannedAt, requestIds: [...new Set(requestIds)] },
  };
}
