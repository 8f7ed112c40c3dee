import type { Clock } from "@/lib/kernel/ports";
import type {
  DeliveryRepository,
  DeliveryRun,
  DeliveryRuns,
  OverdueLimits,
  OverdueRun,
} from "../ports";

/** A run checks its row when it is due. If the row has been due for this long, the wake-up may have been lost. */
const OVERDUE_AFTER_MS = 2_000;
/**
 * The delays before a wake-up is repeated. The second delay is for late notifications, because that much time must pass
 * before a run counts as lost.
 */
const WOKEN_AGAIN_AFTER_MS = 30_000;
const LATE_WOKEN_AGAIN_AFTER_MS = 60_000;
/** After this time and a wake-up without effect, the run itself may have been lost, and a new run takes over. */
const LOST_AFTER_MS = 5 * 60_000;
const AT_ONCE_MAX = 200;
/** The remaining runs are left to the next call or to another process. */
const PAGES_MAX = 25;

type OverduePorts = { deliveries: DeliveryRepository; deliveryRuns: DeliveryRuns; clock: Clock };

/**
 * Wakes overdue deliveries again (decision 0025): starts each run, wakes it, and begins a new run after five minutes.
 * Several processes share the work. Harmless while a run is still active, because the row decides what it does.
 * @returns how many runs this call woke, at most 5,000
 * @throws DomainError `engine-unavailable`; runs that were not woken by then are claimed again within 30 seconds
 */
export async function wakeOverdueDeliveries(ports: OverduePorts): Promise<number> {
  const at = ports.clock.now();
  const limits = limitsOf(at);
  if (!(await ports.deliveries.hasOverdue(limits))) return 0;
  // Claimed runs are not claimed again for a while, so none is claimed while the engine is unavailable.
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
 * Lateness alone is not enough, because after our own outage everything is late and nothing is lost: a wake-up must also
 * have had no effect. Notifications that wait in a queue for over five minutes look the same; each of them costs a row, a
 * start, and a turn of the old run that does nothing.
 */
function isLost({ nextAttemptAt, generationAt, wokenBeforeAt }: OverdueRun, at: Date): boolean {
  const sinceMs = Math.max(nextAttemptAt.getTime(), generationAt.getTime());
  if (wokenBeforeAt === null || wokenBeforeAt.getTime() < sinceMs) return false;
  const isInVain = at.getTime() - wokenBeforeAt.getTime() > LATE_WOKEN_AGAIN_AFTER_MS;
  return isInVain && at.getTime() - sinceMs > LOST_AFTER_MS;
}
