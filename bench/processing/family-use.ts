import { readdirSync, readFileSync } from "node:fs";

/** What this process and the programs that it started use, those that have ended included. */
export interface FamilyUse {
  readonly cpuSeconds: number;
  /** The most that any program alive now had in memory; 0 without one. */
  readonly programMegabytes: number;
}

const TICKS_PER_SECOND = 100;

/** Reads it from `/proc`; null on other systems. Programs of programs are not counted. */
export function familyUse(): FamilyUse | null {
  if (process.platform !== "linux") return null;
  const own = statOf("self");
  const programs = readdirSync("/proc").flatMap((pid) => {
    const stat = /^\d+$/u.test(pid) ? statOf(pid) : null;
    return stat?.parent === process.pid ? [{ pid, ...stat }] : [];
  });
  return {
    // Ended programs are in their parent's account.
    cpuSeconds: [own, ...programs].reduce((sum, one) => sum + (one?.cpuSeconds ?? 0), 0),
    programMegabytes: Math.max(0, ...programs.map(({ pid }) => peakOf(pid))),
  };
}

function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in the second field may hold anything; what follows its last parenthesis begins with the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

function peakOf(pid: string): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return Number(peak?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
