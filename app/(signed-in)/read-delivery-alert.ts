import { type DeliveryAlert, getDeliveryAlert } from "@/lib/notifications/use-cases/delivery-check";
import type { Container } from "../container";

/**
 * Returns whether notifications are failing, for the layout of every page. If this cannot be determined, logs the error
 * and returns no warning, because that must not break a page.
 */
export async function readDeliveryAlert({
  ports,
  logger,
}: {
  readonly ports: Parameters<typeof getDeliveryAlert>[0];
  readonly logger: Pick<Container["logger"], "error">;
}): Promise<DeliveryAlert> {
  try {
    return await getDeliveryAlert(ports);
  } catch (error) {
    logger.error({ err: error }, "could not read whether notifications fail");
    return { failingSince: null };
  }
}
