import { setTimeout as sleep } from "node:timers/promises";
import {
  type Answered,
  changeOf,
  generateLoad,
  openConnection,
  sendExpecting,
} from "../load/generate-load";
import { readTreesCpuMs } from "../load/process-trees";
import type { Arrivals } from "../load/receipts";
import { toTimes } from "../report/times";
import type { CallName, PartName, Side, Sides } from "./side";

/** A burst ends when it reaches the first of these limits. */
export interface BurstBounds {
  readonly durationMs: number;
  readonly requestsMax: number;
  /**
   * The maximum number of reports that need preparation: each needs its own document with an uploaded file, which takes a
   * long time. If it is too low, a fast side is measured for less time than a slow one, and while its code is still cold.
   */
  readonly reportsMax: number;
}

/** The results of a burst. */
export interface BurstFigures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The CPU time per request, measured until all notifications have been delivered; null if unknown. */
  readonly cpu: Cpu | null;
  /** The figures of the delivery; null if this call sends no notifications. */
  readonly delivery: DeliveryFigures | null;
}

const ARRIVAL_TIMEOUT_MS = 120_000;
/** The pause after the last receipt, because a server is still recording the delivery then. */
const REST_MS = 200;

/**
 * Sends a burst to one side from this many callers. Each caller sends its next request as soon as it has a response.
 * @returns null if the side does not have this call
 */
export async function runBurst(
  { arrivals }: Pick<Sides, "arrivals">,
  { side, call, callers }: { side: Side; call: CallName; callers: number },
  { durationMs, requestsMax, reportsMax }: BurstBounds,
  signal: AbortSignal,
): Promise<BurstFigures | null> {
  const measured = side.calls[call];
  if (!measured) return null;
  const { prepare, expectedStatus } = measured;
  await prepare?.(reportsMax);
  if (prepare) await sleep(REST_MS, undefined, { signal });
  let left = prepare ? reportsMax : requestsMax;
  const next = () => {
    left -= 1;
    return left < 0 ? null : measured.next();
  };
  const readCpu = startCpuMeter(side);
  const load = { port: side.port, connections: callers, durationMs, next, expectedStatus, signal };
  const { seconds, answered } = await generateLoad(load);
  const changes = answered.flatMap(({ change }) => change ?? []);
  await arrivals.untilAll(changes, ARRIVAL_TIMEOUT_MS, signal);
  await sleep(REST_MS, undefined, { signal });
  const latenciesMs = answered.map(({ dueMs, answeredMs }) => answeredMs - dueMs);
  const { p50Ms, p99Ms } = toTimes(latenciesMs);
  return {
    requests: answered.length,
    requestsPerSecond: answered.length / seconds,
    p50Ms,
    p99Ms,
    cpu: perRequest(readCpu(), answered),
    delivery: changes.length > 0 ? toDelivery(answered, arrivals) : null,
  };
}

function perRequest(cpu: Cpu | null, { length }: readonly Answered[]): Cpu | null {
  if (!cpu || length === 0) return null;
  const parts = Object.entries(cpu.partsMs).map(([name, ms]) => [name, ms / length]);
  return { wholeMs: cpu.wholeMs / length, partsMs: Object.fromEntries(parts) };
}

/** How long changes take from the response until they arrive at the receiver. */
export interface DeliveryFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first request to the last arrival. */
  readonly changesPerSecond: number;
}

const SINGLE_ARRIVAL_TIMEOUT_MS = 30_000;
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
      await arrivals.untilAll([change ?? ""], SINGLE_ARRIVAL_TIMEOUT_MS, signal);
      const restMs = Math.max(0, dueMs + PACE_MS - performance.now());
      await sleep(restMs, undefined, { signal });
    }
  } finally {
    connection.close();
  }
  return toDelivery(answered, arrivals);
}

/** The CPU time of all processes, and of some of them separately, in milliseconds. */
export interface Cpu {
  readonly wholeMs: number;
  readonly partsMs: Readonly<Partial<Record<PartName, number>>>;
}

/**
 * Starts measuring. @returns a function that returns the CPU time that the side has used since then, or null if it cannot
 * be measured
 */
export function startCpuMeter(side: Side): () => Cpu | null {
  const before = read(side);
  return () => {
    const after = read(side);
    if (!before || !after) return null;
    const differences = after.map((ms, index) => ms - (before[index] ?? 0));
    const parts = partsOf(side).map(([name], index) => [
      name,
      differences[side.whole.length + index],
    ]);
    return {
      wholeMs: differences.slice(0, side.whole.length).reduce((total, ms) => total + ms, 0),
      partsMs: Object.fromEntries(parts),
    };
  };
}

const partsOf = ({ parts }: Side) => Object.entries(parts);

function read(side: Side): number[] | null {
  if (side.whole.length === 0) return null;
  return readTreesCpuMs([...side.whole, ...partsOf(side).map(([, pid]) => pid)]);
}
