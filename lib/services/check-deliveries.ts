import type { Ports } from "../ports";

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

/** Asks the engine, and how old the oldest change is that the receiver was not told; never rejects. */
export async function checkDeliveries(
  ports: Pick<Ports, "deliveryRuns" | "deliveryStatistics" | "clock">,
): Promise<DeliveryHealth> {
  const [engine, measured] = await Promise.allSettled([
    ports.deliveryRuns.checkReachable(),
    ports.deliveryStatistics.measure(),
  ]);
  const oldest = measured.status === "fulfilled" ? measured.value.oldestUntoldAt : null;
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
