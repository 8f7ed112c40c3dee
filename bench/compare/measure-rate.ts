import { setTimeout as sleep } from "node:timers/promises";
import { sendAtRate } from "../load/generate-load";
import { startCpuMeter } from "./cpu-meter";
import type { Side, Sides } from "./side";

/** This rate is low enough that each notification usually contains a single change. */
const PER_SECOND = 10;
const ARRIVAL_TIMEOUT_MS = 30_000;
const REST_MS = 500;

/**
 * Measures a side's CPU time per document, including the delivery of the notification, when ten documents per second are
 * created.
 */
export async function measureAtRate(
  { arrivals, setWebhook }: Pick<Sides, "arrivals" | "setWebhook">,
  side: Side,
  count: number,
  isNotifying: boolean,
  signal: AbortSignal,
): Promise<number | null> {
  const { port, calls, name } = side;
  const { create } = calls;
  if (!create) throw new Error("a side that sends notifications must be able to create documents");
  const { expectedStatus } = create;
  const requests = Array.from({ length: count }, create.next).flatMap((request) => request ?? []);
  if (name === "product" && !isNotifying) await setWebhook(false);
  await sleep(REST_MS, undefined, { signal });
  const readCpu = startCpuMeter(side);
  const load = { port, requests, perSecond: PER_SECOND, expectedStatus, signal };
  const answered = await sendAtRate(load);
  if (isNotifying) {
    const changes = answered.flatMap(({ change }) => change ?? []);
    await arrivals.untilAll(changes, ARRIVAL_TIMEOUT_MS, signal);
  }
  await sleep(REST_MS, undefined, { signal });
  const cpu = readCpu();
  if (name === "product" && !isNotifying) await setWebhook(true);
  return cpu && cpu.wholeMs / count;
}
