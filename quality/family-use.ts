import { readFileSync } from "node:fs";
import { readTreesCpuMs } from "@/bench/load/process-trees";

/** The resources used by this process and the programs it started, including those that have exited. */
export interface FamilyUse {
  readonly cpuSeconds: number;
  /** The peak memory of the largest program that is running now; 0 if none is running. */
  readonly programMegabytes: number;
}

/** Reads these resources from `/proc`; returns null on systems without it. */
export function familyUse(): FamilyUse | null {
  const cpuMs = readTreesCpuMs([process.pid])?.[0];
  if (cpuMs === undefined) return null;
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1");
  const peaks = children.split(" ").filter(Boolean).map(peakOf);
  return { cpuSeconds: cpuMs / 1000, programMegabytes: Math.max(0, ...peaks) };
}

function peakOf(pid: string): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return Number(peak?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
