import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The resources that a process uses, not counting its children. */
export interface ProcessUse {
  readonly memoryMegabytes: number;
  /** The CPU time since the process started. */
  readonly cpuSeconds: number;
}

/** Linux reports CPU time in this unit on every architecture. */
const TICKS_PER_SECOND = 100;
const PS_TIMEOUT_MS = 2_000;

/**
 * Returns the resources that a process is using; null if it has ended or the platform does not report them. On Windows,
 * which does not, only the limits on heap and time apply.
 */
export function measureProcess(pid: number): ProcessUse | null {
  if (process.platform === "linux") return fromProc(pid);
  return process.platform === "win32" ? null : fromPs(pid);
}

function fromProc(pid: number): ProcessUse | null {
  try {
    const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The process's name, in the second field, may contain anything, so the third field starts after the last
    // parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return {
      memoryMegabytes: Number(memory?.[1] ?? 0) / 1024,
      cpuSeconds: ticks / TICKS_PER_SECOND,
    };
  } catch {
    return null;
  }
}

function fromPs(pid: number): ProcessUse | null {
  const args = ["-o", "rss=,time=", "-p", String(pid)];
  const { status, stdout } = spawnSync("ps", args, { encoding: "utf8", timeout: PS_TIMEOUT_MS });
  const match = /^\s*(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)/.exec(stdout ?? "");
  if (status !== 0 || !match) return null;
  const [, kilobytes, days = 0, hours = 0, minutes, seconds] = match;
  const cpuSeconds =
    Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return { memoryMegabytes: Number(kilobytes) / 1024, cpuSeconds };
}
