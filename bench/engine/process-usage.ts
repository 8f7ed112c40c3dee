import { readFileSync } from "node:fs";
import { parseStat } from "../load/process-stat";

/** The resources that a process has used so far. */
interface ProcessUsage {
  /** The user and system time of all threads, including garbage collection and the I/O pool. */
  readonly cpuMs: number;
  /** The memory that the process currently holds. */
  readonly residentBytes: number;
}

/** Reads `/proc`. Returns null on systems without it, where CPU and memory are not measured. */
export function readProcessUsage(pid: number): ProcessUsage | null {
  if (process.platform !== "linux") return null;
  const { cpuMs } = parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { cpuMs, residentBytes: kibibytes * 1024 };
}
