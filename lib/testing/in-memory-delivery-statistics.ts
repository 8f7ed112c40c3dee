import type { DeliveryStatistics, DeliveryStatisticsSource } from "../ports/delivery-statistics";
import type { InMemoryHistory } from "./in-memory-history";
import type { InMemoryNotifications } from "./in-memory-notifications";

/** What waits, over the tables in memory. */
export function createInMemoryDeliveryStatistics(
  history: InMemoryHistory,
  notifications: InMemoryNotifications,
): DeliveryStatisticsSource {
  const isOutstanding = (id: string) => {
    const found = notifications.find(id);
    return found?.state === "pending" && !found.isResend;
  };
  const measure = async (): Promise<DeliveryStatistics> => {
    const told = history.rows.filter(({ change }) => change.notified);
    const waiting = told.filter(({ notificationId }) => notificationId === null);
    const untold = told.filter(
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
  return { measure, findOldestUntold: async () => (await measure()).oldestUntoldAt };
}
