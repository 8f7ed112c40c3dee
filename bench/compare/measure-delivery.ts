import { setTimeout as sleep } from "node:timers/promises";
import { sendExpecting } from "../load/generate-load";
import { openConnection } from "../load/http-connection";
import { type Answered, changeOf } from "../load/load-request";
import type { Arrivals } from "../load/receipts";
import { percentile } from "../percentile";
import type { Side, Sides } from "./side";

/** From the answer of a change to its arrival at the receiver. */
export interface DeliveryFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first request to the last arrival. */
  readonly changesPerSecond: number;
}

const ARRIVAL_TIMEOUT_MS = 30_000;
/** Between two changes one at a time: as bench:notify calls it, an idle system. */
const PACE_MS = 200;

/** Of answers whose changes have all arrived; a notification may overtake the answer on its way, which counts as 0. */
export function toDelivery(
  answered: readonly Answered[],
  arrivals: Pick<Arrivals, "receivedMs">,
): DeliveryFigures {
  const times = answered.map(({ change, dueMs, answeredMs }) => {
    const receivedMs = arrivals.receivedMs(change ?? "");
    if (receivedMs === undefined) throw new Error(`no arrival of ${change}`);
    return { dueMs, receivedMs, waitedMs: Math.max(0, receivedMs - answeredMs) };
  });
  const sorted = times.map(({ waitedMs }) => waitedMs).sort((one, other) => one - other);
  const firstMs = Math.min(...times.map(({ dueMs }) => dueMs));
  const lastMs = Math.max(...times.map(({ receivedMs }) => receivedMs));
  return {
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    changesPerSecond: (1000 * times.length) / (lastMs - firstMs),
  };
}

/** Creates one document after the other, each after the notification of the one before, at most five a second. */
export async function measureOneAtATime(
  { arrivals }: Pick<Sides, "arrivals">,
  { port, calls }: Side,
  { changes, timeMaxMs }: { changes: number; timeMaxMs: number },
  signal: AbortSignal,
): Promise<DeliveryFigures> {
  const answered: Answered[] = [];
  const connection = await openConnection(port);
  const deadlineMs = performance.now() + timeMaxMs;
  try {
    while (answered.length < changes && performance.now() < deadlineMs) {
      const request = calls.create?.next();
      if (!request) throw new Error("a notifying side creates documents");
      const dueMs = performance.now();
      const body = await sendExpecting(
        connection,
        request.bytes,
        calls.create?.expectedStatus ?? 0,
      );
      const change = changeOf(request, body);
      answered.push({ change, dueMs, answeredMs: performance.now() });
      await arrivals.untilAll([change ?? ""], ARRIVAL_TIMEOUT_MS, signal);
      const restMs = Math.max(0, dueMs + PACE_MS - performance.now());
      await sleep(restMs, undefined, { signal });
    }
  } finally {
    connection.close();
  }
  return toDelivery(answered, arrivals);
}
