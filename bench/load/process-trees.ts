import { readdirSync, readFileSync } from "node:fs";
import { MS_PER_TICK, type ProcessStat, parseStat, treeOf } from "./process-stat";

/** Milliseconds of CPU that each of these processes and all below it have used; null on systems without /proc. */
export function readTreesCpuMs(roots: readonly number[]): number[] | null {
  if (process.platform !== "linux") return null;
  const processes = readProcesses();
  return roots.map((root) =>
    treeOf(root, processes).reduce((total, pid) => total + (processes.get(pid)?.cpuMs ?? 0), 0),
  );
}

/** Bytes that a process and all below it hold, shared ones counted in parts (PSS); null on systems without /proc. */
export function readTreePssBytes(root: number): number | null {
  if (process.platform !== "linux") return null;
  const kibibytes = treeOf(root, readProcesses()).map((pid) => {
    const rollup = readIfThere(`/proc/${pid}/smaps_rollup`);
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup ?? "")?.[1] ?? 0);
  });
  return 1024 * kibibytes.reduce((total, each) => total + each, 0);
}

/** Milliseconds for which any of the machine's processors was at work; null on systems without /proc. */
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

/** Processes end while they are read. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return null;
  }
}
