import { setTimeout as sleep } from "node:timers/promises";
import { measureIdle } from "./measure-idle";

const MINUTE_MS = 60_000;
const WINDOW_MS = 2_000;
/** More than one, because the work may begin a few seconds late. */
const QUIET_WINDOWS = 3;
/** As a share of a core. */
const QUIET_SHARE = 0.1;

/**
 * Resolves when the product has finished the work that earlier calls left to do: it computes the SHA-256 of reported
 * files once a minute. So this waits for the next minute to begin, and then until all processes together use less than a
 * tenth of a core for 6 s. Resolves immediately if `timeMaxMs` is 0. @throws Error if the product is still busy
 * `timeMaxMs` after the beginning of the minute
 */
export async function untilQuiet(
  pid: number,
  timeMaxMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (timeMaxMs === 0) return;
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS), undefined, { signal });
  const deadlineMs = performance.now() + timeMaxMs;
  for (let quiet = 0; quiet < QUIET_WINDOWS; ) {
    const { cpuShare } = await measureIdle(pid, { restMs: 0, durationMs: WINDOW_MS }, signal);
    if (cpuShare === null) return;
    const isQuiet = cpuShare < QUIET_SHARE;
    quiet = isQuiet ? quiet + 1 : 0;
    if (!isQuiet && performance.now() > deadlineMs)
      throw new Error(`the product was still busy after ${timeMaxMs / 1000} s`);
  }
}
