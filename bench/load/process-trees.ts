import { readdirSync, readFileSync } from "node:fs";
import { MS_PER_TICK, type ProcessStat, parseStat, treeOf } from "./process-stat";

/**
 * Returns the milliseconds of CPU that each of these processes and its descendants have used; null on systems without
 * /proc.
 */
export function readTreesCpuMs(roots: readonly number[]): number[] | null {
  if (process.platform !== "linux") return null;
  const processes = readProcesses();
  return roots.map((root) =>
    treeOf(root, processes).reduce((total, pid) => total + (processes.get(pid)?.cpuMs ?? 0), 0),
  );
}

/**
 * Returns the bytes of memory that a process and its descendants hold, with shared memory divided among its users (PSS);
 * null on systems without /proc.
 */
export function readTreePssBytes(root: number): number | null {
  if (process.platform !== "linux") return null;
  const kibibytes = treeOf(root, readProcesses()).map((pid) => {
    const rollup = readIfThere(`/proc/${pid}/smaps_rollup`);
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup ?? "")?.[1] ?? 0);
  });
  return 1024 * kibibytes.reduce((total, each) => total + each, 0);
}

/** Returns the milliseconds for which the machine's processors were busy; null on systems without /proc. */
export function readMachineCpuMs(): number | null {
  if (process.platform !== "linux") return null;
  const [, ...fields] = readFileSync("/proc/stat", "latin1").split("\n", 1)[0]?.split(/ +/) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq) * MS_PER_TICK;
}

function readProcesses(): Map<number, ProcessStat> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      const stat = readIfThere(`/proc/${pid}/stat`);
      return stat === null ? [] : [[Number(pid), parseStat(stat)] as const];
    }),
  );
}

/** Returns null if the process exited while it was being read. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return null;
  }
}
