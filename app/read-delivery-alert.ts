import {
  type DeliveryAlert,
  getDeliveryAlert,
} from "@/lib/notifications/use-cases/get-delivery-alert";
import type { Container } from "./container";

/** Whether notifications fail, for the frame of every page: a failure to find out is logged and warns of nothing, because no page may fail for it. */
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
