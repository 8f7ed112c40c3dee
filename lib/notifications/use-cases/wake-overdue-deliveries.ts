import type { Clock } from "@/lib/kernel/ports/system";
import type { DeliveryRun, DeliveryRuns } from "../ports/delivery-runs";
import type { DeliveryRepository, OverdueLimits, OverdueRun } from "../ports/notifications";

/** A run looks at its row on its own when it is due; this late, its wake-up may have been lost. */
const OVERDUE_AFTER_MS = 2_000;
/** A wake-up is repeated after this time, and more seldom once it is late: that time must pass before a run is lost. */
const WOKEN_AGAIN_AFTER_MS = 30_000;
const LATE_WOKEN_AGAIN_AFTER_MS = 60_000;
/** So late, and woken in vain, the run itself may have been lost, and another one takes over. */
const LOST_AFTER_MS = 5 * 60_000;
const AT_ONCE_MAX = 200;
/** The rest is left to the next call or to another process. */
const PAGES_MAX = 25;

type OverduePorts = { deliveries: DeliveryRepository; deliveryRuns: DeliveryRuns; clock: Clock };

/**
 * Repeats the alarm of deliveries that are overdue (DESIGN 6, relay): starts their run, wakes it, and after five minutes
 * begins another one. Several processes share the work. Harmless while a run is at work: it decides by the row.
 * @returns how many this call woke, 5,000 at most
 * @throws DomainError `engine-unavailable`: what was not woken by then is asked for again within 30 seconds
 */
export async function wakeOverdueDeliveries(ports: OverduePorts): Promise<number> {
  const at = ports.clock.now();
  const limits = limitsOf(at);
  if (!(await ports.deliveries.hasOverdue(limits))) return 0;
  // What is claimed is not looked after for a while, so nothing is claimed for an engine that is away.
  await ports.deliveryRuns.checkReachable();
  let count = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const overdue = await ports.deliveries.claimOverdue(limits, at, AT_ONCE_MAX);
    await wakeEach(ports, overdue, at);
    count += overdue.length;
    if (overdue.length < AT_ONCE_MAX) break;
  }
  return count;
}

function limitsOf(at: Date): OverdueLimits {
  const before = (ms: number) => new Date(at.getTime() - ms);
  return {
    dueBefore: before(OVERDUE_AFTER_MS),
    lateBefore: before(LOST_AFTER_MS),
    wokenBefore: before(WOKEN_AGAIN_AFTER_MS),
    lateWokenBefore: before(LATE_WOKEN_AGAIN_AFTER_MS),
  };
}

async function wakeEach(
  { deliveries, deliveryRuns }: OverduePorts,
  overdue: readonly OverdueRun[],
  at: Date,
): Promise<void> {
  const runs: DeliveryRun[] = [];
  for (const found of overdue) {
    const { notificationId, generation } = found;
    const run = { notificationId, generation };
    const current = isLost(found, at) ? await deliveries.beginGeneration(run, at) : run;
    if (current) runs.push(current);
  }
  await deliveryRuns.start(runs);
  await deliveryRuns.wake(runs);
}

/**
 * After an outage of ours everything is late and nothing lost, so a wake-up must have been in vain. Still, what queues behind
 * others for over five minutes looks the same: each time it costs a row, a start, and a turn of the old run that does nothing.
 */
function isLost({ nextAttemptAt, generationAt, wokenBeforeAt }: OverdueRun, at: Date): boolean {
  const sinceMs = Math.max(nextAttemptAt.getTime(), generationAt.getTime());
  if (wokenBeforeAt === null || wokenBeforeAt.getTime() < sinceMs) return false;
  const isInVain = at.getTime() - wokenBeforeAt.getTime() > LATE_WOKEN_AGAIN_AFTER_MS;
  return isInVain && at.getTime() - sinceMs > LOST_AFTER_MS;
}
