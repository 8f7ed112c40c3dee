import { setTimeout as sleep } from "node:timers/promises";
import { readTreePssBytes, readTreesCpuMs } from "../load/process-trees";

/** The figures of the product while it receives no requests. A figure is null if the system does not provide it. */
export interface Idle {
  readonly seconds: number;
  /** The CPU time that the idle product uses, as a share of one core. */
  readonly cpuShare: number | null;
  /** The memory of all processes, with shared memory counted once. */
  readonly pssMebibytes: number | null;
}

/** How long the idle product is observed. */
export interface IdlePlan {
  /** The pause before the observation, because startup or an earlier load may leave work to finish. */
  readonly restMs: number;
  readonly durationMs: number;
}

/** Observes a process and all its descendants. */
export async function measureIdle(
  pid: number,
  { restMs, durationMs }: IdlePlan,
  signal: AbortSignal,
): Promise<Idle> {
  await sleep(restMs, undefined, { signal });
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
