import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRun, DeliveryRuns } from "../../ports/delivery-runs";

/**
 * Starts and wakes runs whose rows have been written. It is not an error if the engine does not respond: the rows are
 * due, and the relay wakes them later.
 * @returns whether the engine accepted the runs
 */
export async function requestDeliveryRuns(
  { deliveryRuns }: { deliveryRuns: DeliveryRuns },
  runs: readonly (DeliveryRun & { readonly isNew?: boolean })[],
): Promise<boolean> {
  const some = (isNew: boolean) =>
    runs
      .filter((run) => (run.isNew ?? false) === isNew)
      .map(({ notificationId, generation }) => ({ notificationId, generation }));
  try {
    await deliveryRuns.start(some(true));
    await deliveryRuns.wake(some(false));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "engine-unavailable") return false;
    throw error;
  }
}
