import type { Ports } from "../ports";
import type { DeliveryRun } from "../ports/delivery-runs";

/** A run looks at its row by itself when it is due; this late, its wake-up may have been lost. */
const OVERDUE_AFTER_MS = 2_000;
/** So late, the run itself may have been lost, and another one takes over. */
const LOST_AFTER_MS = 5 * 60_000;
const AT_ONCE_MAX = 200;

/**
 * Repeats the alarm of deliveries that are overdue (DESIGN 6, relay): starts their run, wakes it, and after five minutes
 * begins another one. Harmless while a run is at work: it decides by the row.
 * @returns how many were overdue
 * @throws DomainError `engine-unavailable`: the next call tries again
 */
export async function wakeOverdueDeliveries(
  ports: Pick<Ports, "deliveries" | "deliveryRuns" | "clock">,
): Promise<number> {
  const at = ports.clock.now();
  const dueBefore = new Date(at.getTime() - OVERDUE_AFTER_MS);
  const overdue = await ports.deliveries.listOverdue(dueBefore, AT_ONCE_MAX);
  if (overdue.length === 0) return 0;
  await ports.deliveryRuns.checkReachable();
  const runs: DeliveryRun[] = [];
  for (const { nextAttemptAt, generationAt, ...run } of overdue) {
    const sinceMs = Math.max(nextAttemptAt.getTime(), generationAt.getTime());
    const isLost = at.getTime() - sinceMs > LOST_AFTER_MS;
    const current = isLost ? await ports.deliveries.beginGeneration(run, at) : run;
    if (current) runs.push(current);
  }
  await ports.deliveryRuns.start(runs);
  await ports.deliveryRuns.wake(runs);
  return overdue.length;
}
