import type { DeliveryStatisticsSource } from "../ports/delivery-statistics";

/** Whether somebody should look at the receiver. */
export interface DeliveryAlert {
  /** Since when notifications fail; null: they arrive, no URL is set, or a test has arrived since. */
  readonly failingSince: Date | null;
}

/** What the navigation warns of, on every page: one look, whose price does not grow. */
export async function getDeliveryAlert(ports: {
  deliveryStatistics: Pick<DeliveryStatisticsSource, "findFailure">;
}): Promise<DeliveryAlert> {
  const failure = await ports.deliveryStatistics.findFailure();
  return { failingSince: failure && failure.testArrivedAt === null ? failure.since : null };
}
