import { readFileSync } from "node:fs";

/** What a process has used so far. */
export interface ProcessUsage {
  /** User and system time of all threads, garbage collection and the I/O pool included. */
  readonly cpuMs: number;
  /** What it holds in memory at this moment. */
  readonly residentBytes: number;
}

/** The kernel's unit in /proc is 1/100 s on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Reads /proc; null on systems without it, where CPU and memory are not measured. */
export function readProcessUsage(pid: number): ProcessUsage | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name, which may hold blanks and brackets; utime and stime are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { cpuMs: ticks * MS_PER_TICK, residentBytes: kibibytes * 1024 };
}
