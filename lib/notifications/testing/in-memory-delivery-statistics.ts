import type { InMemoryHistory } from "@/lib/documents/testing/in-memory-history";
import type { DeliveryStatistics, DeliveryStatisticsSource, DeliverySummary } from "../log-ports";
import { UNDELIVERED_COUNT_MAX } from "../rules/notification";
import type { InMemoryNotifications } from "./in-memory-notifications";

/** Creates statistics that read the tables in memory. */
export function createInMemoryDeliveryStatistics(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
): DeliveryStatisticsSource {
  const isOutstanding = (id: string) => {
    const found = notifications.find(id);
    return found?.state === "pending" && !found.isResend;
  };
  const measure = async (): Promise<DeliveryStatistics> => {
    const rows = history.rows.filter(({ change }) => change.notified);
    const waiting = rows.filter(({ notificationId }) => notificationId === null);
    const untold = rows.filter(
      ({ notificationId }) => notificationId === null || isOutstanding(notificationId),
    );
    const times = untold.map(({ change }) => change.at.getTime());
    return {
      changesWaiting: waiting.length,
      notificationsOutstanding: notifications.all().filter(({ state }) => state === "pending")
        .length,
      oldestUntoldAt: times.length > 0 ? new Date(Math.min(...times)) : null,
      failingSince: notifications.receiver().failingSince,
    };
  };
  const summarise = async (): Promise<DeliverySummary> => {
    const real = notifications.all().filter(({ isTest }) => !isTest);
    const inState = (wanted: string) => real.filter(({ state }) => state === wanted);
    const next = inState("pending").map(({ nextAttemptAt }) => nextAttemptAt);
    const delivered = inState("delivered").map(({ settledAt }) => settledAt);
    return {
      nextAttemptAt: sorted(next).at(0) ?? null,
      undeliveredCount: Math.min(inState("undelivered").length, UNDELIVERED_COUNT_MAX),
      lastDeliveredAt: sorted(delivered).at(-1) ?? null,
    };
  };
  // `testArrivedAt` is always null, because there are no test notifications in memory.
  const findFailure = async () => {
    const { url, failingSince: since } = notifications.receiver();
    return url === null || since === null ? null : { since, testArrivedAt: null };
  };
  return {
    measure,
    summarise,
    findFailure,
    findOldestUntold: async () => (await measure()).oldestUntoldAt,
  };
}

const sorted = (times: readonly (Date | null)[]) =>
  times.filter((time) => time !== null).toSorted((a, b) => a.getTime() - b.getTime());
