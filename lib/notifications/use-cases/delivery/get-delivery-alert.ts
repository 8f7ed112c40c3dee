import type { DeliveryStatisticsSource } from "../../ports/delivery-statistics";

/** Whether somebody should check the receiver. */
export interface DeliveryAlert {
  /** When notifications started failing; null if notifications arrive, no URL is set, or a test has arrived since. */
  readonly failingSince: Date | null;
}

/**
 * Returns the alert that the navigation shows on every page, with one query whose cost does not depend on the backlog.
 */
export async function getDeliveryAlert(ports: {
  deliveryStatistics: Pick<DeliveryStatisticsSource, "findFailure">;
}): Promise<DeliveryAlert> {
  const failure = await ports.deliveryStatistics.findFailure();
  return { failingSince: failure && failure.testArrivedAt === null ? failure.since : null };
}
