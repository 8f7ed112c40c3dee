import type { Clock } from "@/lib/kernel/ports/system";
import { shareLook } from "@/lib/kernel/rules/share-look";
import type { DeliveryRuns } from "../../ports/delivery-runs";
import type { DeliveryStatisticsSource } from "../../ports/delivery-statistics";

/** The state of deliveries; `failures` are for the log. */
export interface DeliveryHealth {
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
