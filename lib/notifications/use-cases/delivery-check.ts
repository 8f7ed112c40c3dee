import type { Clock } from "@/lib/kernel/ports";
import { shareLook } from "@/lib/kernel/rules/limit-at-once";
import type { DeliveryStatisticsSource } from "../log-ports";
import type { DeliveryRuns } from "../ports";

/** The state of deliveries; `failures` are for the log. */
interface DeliveryHealth {
  readonly isFlowing: boolean;
  readonly parts: {
    readonly engine: "ok" | "unavailable";
    /** `late` if a change has been waiting for more than five minutes. */
    readonly notifications: "ok" | "late" | "unknown";
  };
  readonly failures: readonly unknown[];
}

const LATE_AFTER_MS = 5 * 60_000;
const LOOK_SHARED_FOR_MS = 1_000;

/**
 * Creates the check for one process. It contacts the engine and looks up the age of the oldest undelivered change; it
 * never rejects. It queries the database at most once a second, however many callers there are.
 */
export function createDeliveryCheck(ports: {
  deliveryRuns: DeliveryRuns;
  deliveryStatistics: Pick<DeliveryStatisticsSource, "findOldestUntold">;
  clock: Clock;
}): () => Promise<DeliveryHealth> {
  const findOldestUntold = shareLook(() => ports.deliveryStatistics.findOldestUntold(), {
    nowMs: () => ports.clock.now().getTime(),
    sharedForMs: LOOK_SHARED_FOR_MS,
  });
  return async () => {
    const [engine, measured] = await Promise.allSettled([
      ports.deliveryRuns.checkReachable(),
      findOldestUntold(),
    ]);
    return healthOf(engine, measured, ports.clock.now());
  };
}

function healthOf(
  engine: PromiseSettledResult<void>,
  measured: PromiseSettledResult<Date | null>,
  now: Date,
): DeliveryHealth {
  const oldest = measured.status === "fulfilled" ? measured.value : null;
  const isLate = oldest !== null && now.getTime() - oldest.getTime() > LATE_AFTER_MS;
  const notifications = measured.status === "rejected" ? "unknown" : isLate ? "late" : "ok";
  return {
    isFlowing: engine.status === "fulfilled" && notifications === "ok",
    parts: { engine: engine.status === "fulfilled" ? "ok" : "unavailable", notifications },
    failures: [engine, measured]
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason),
  };
}

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
