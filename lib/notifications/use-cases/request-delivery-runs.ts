import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRuns } from "../ports/delivery-runs";
import type { ResentRun } from "../ports/notification-log";

/**
 * Begins and wakes runs whose rows were written. An engine that does not answer is no error: the rows are due, and the relay
 * repeats their alarm.
 * @returns whether the engine was told
 */
export async function requestDeliveryRuns(
  { deliveryRuns }: { deliveryRuns: DeliveryRuns },
  resent: readonly ResentRun[],
): Promise<boolean> {
  const runsOf = (isNew: boolean) =>
    resent
      .filter((run) => run.isNew === isNew)
      .map(({ notificationId, generation }) => ({ notificationId, generation }));
  try {
    await deliveryRuns.start(runsOf(true));
    await deliveryRuns.wake(runsOf(false));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "engine-unavailable") return false;
    throw error;
  }
}
