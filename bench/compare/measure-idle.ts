import { setTimeout as sleep } from "node:timers/promises";
import { readTreePssBytes, readTreesCpuMs } from "../load/process-trees";

/** The product while nobody asks it anything; null where the system does not tell. */
export interface Idle {
  readonly seconds: number;
  /** Of one core. */
  readonly cpuShare: number | null;
  /** All processes, shared memory counted once. */
  readonly pssMebibytes: number | null;
}

/** What a start, or the work before, still has to finish. */
const REST_MS = 4_000;

/** Watches a process and everything below it for so long. */
export async function measureIdle(
  pid: number,
  durationMs: number,
  signal: AbortSignal,
): Promise<Idle> {
  await sleep(REST_MS, undefined, { signal });
  const [before, startMs] = [readTreesCpuMs([pid])?.[0], performance.now()];
  await sleep(durationMs, undefined, { signal });
  const [after, elapsedMs] = [readTreesCpuMs([pid])?.[0], performance.now() - startMs];
  const pssBytes = readTreePssBytes(pid);
  return {
    seconds: elapsedMs / 1000,
    cpuShare: before === undefined || after === undefined ? null : (after - before) / elapsedMs,
    pssMebibytes: pssBytes === null ? null : pssBytes / 1024 ** 2,
  };
}
