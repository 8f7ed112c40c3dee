import { setTimeout as sleep } from "node:timers/promises";
import { type Answered, generateLoad } from "../load/generate-load";
import { toTimes } from "../report/times";
import { type Cpu, startCpuMeter } from "./cpu-meter";
import { type DeliveryFigures, toDelivery } from "./measure-delivery";
import type { CallName, Side, Sides } from "./side";

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
