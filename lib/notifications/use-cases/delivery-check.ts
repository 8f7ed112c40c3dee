import type { Clock } from "@/lib/kernel/ports/system";
import type { DeliveryRuns } from "../ports/delivery-runs";
import type { DeliveryStatisticsSource } from "../ports/delivery-statistics";

/** Whether notifications flow; `failures` are for the log. */
export interface DeliveryHealth {
  readonly isFlowing: boolean;
  readonly parts: {
    readonly engine: "ok" | "unavailable";
    /** late: a change waits for more than five minutes. */
    readonly notifications: "ok" | "late" | "unknown";
  };
  readonly failures: readonly unknown[];
}

const LATE_AFTER_MS = 5 * 60_000;
const LOOK_SHARED_FOR_MS = 1_000;

/**
 * Asks the engine, and how old the oldest change is that the receiver was not told; never rejects. The database is asked once
 * a second at most, however many ask this process.
 */
export async function checkDeliveries(ports: {
  deliveryRuns: DeliveryRuns;
  deliveryStatistics: DeliveryStatisticsSource;
  clock: Clock;
}): Promise<DeliveryHealth> {
  const [engine, measured] = await Promise.allSettled([
    ports.deliveryRuns.checkReachable(),
    findOldestUntold(ports),
  ]);
  const oldest = measured.status === "fulfilled" ? measured.value : null;
  const isLate = oldest !== null && ports.clock.now().getTime() - oldest.getTime() > LATE_AFTER_MS;
  const notifications = measured.status === "rejected" ? "unknown" : isLate ? "late" : "ok";
  return {
    isFlowing: engine.status === "fulfilled" && notifications === "ok",
    parts: { engine: engine.status === "fulfilled" ? "ok" : "unavailable", notifications },
    failures: [engine, measured]
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason),
  };
}

interface SharedLook {
  readonly beganAtMs: number;
  readonly oldest: Promise<Date | null>;
}

/** The last look of this process at each source. */
const sharedLooks = new WeakMap<DeliveryStatisticsSource, SharedLook>();

function findOldestUntold({
  deliveryStatistics,
  clock,
}: {
  deliveryStatistics: DeliveryStatisticsSource;
  clock: Clock;
}): Promise<Date | null> {
  const nowMs = clock.now().getTime();
  const last = sharedLooks.get(deliveryStatistics);
  if (last && Math.abs(nowMs - last.beganAtMs) < LOOK_SHARED_FOR_MS) return last.oldest;
  const oldest = deliveryStatistics.findOldestUntold();
  sharedLooks.set(deliveryStatistics, { beganAtMs: nowMs, oldest });
  // Who asks after a database came back wants to know how it is now.
  oldest.catch(() => sharedLooks.delete(deliveryStatistics));
  return oldest;
}
