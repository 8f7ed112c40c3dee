import { setTimeout as sleep } from "node:timers/promises";
import { type Answered, changeOf, openConnection, sendExpecting } from "../load/generate-load";
import type { Arrivals } from "../load/receipts";
import { toTimes } from "../report/times";
import type { Side, Sides } from "./side";

/** How long changes take from the response until they arrive at the receiver. */
export interface DeliveryFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first request to the last arrival. */
  readonly changesPerSecond: number;
}

const ARRIVAL_TIMEOUT_MS = 30_000;
/** The pause between two single changes, long enough for the system to count as idle, as in `bench:notify`. */
const PACE_MS = 200;

/**
 * Computes the figures from responses whose changes have all arrived. If a notification arrives before the response, its
 * time is 0.
 */
export function toDelivery(
  answered: readonly Answered[],
  arrivals: Pick<Arrivals, "receivedMs">,
): DeliveryFigures {
  const times = answered.map(({ change, dueMs, answeredMs }) => {
    const receivedMs = arrivals.receivedMs(change ?? "");
    if (receivedMs === undefined) throw new Error(`${change} never arrived`);
    return { dueMs, receivedMs, waitedMs: Math.max(0, receivedMs - answeredMs) };
  });
  const { p50Ms, p99Ms } = toTimes(times.map(({ waitedMs }) => waitedMs));
  const firstMs = Math.min(...times.map(({ dueMs }) => dueMs));
  const lastMs = Math.max(...times.map(({ receivedMs }) => receivedMs));
  return {
    p50Ms,
    p99Ms,
    changesPerSecond: (1000 * times.length) / (lastMs - firstMs),
  };
}

/**
 * Creates documents one at a time, at most five per second. Each one is created only after the notification about the
 * previous one has arrived.
 */
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
      if (!request)
        throw new Error("a side that sends notifications must be able to create documents");
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
