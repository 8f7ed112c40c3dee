import { readdirSync, readFileSync } from "node:fs";

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

/** The kernel's unit in `/proc` is 1/100 s on every Linux on which Node runs. */
const MS_PER_TICK = 10;

/** The CPU figures in a line of `/proc/<pid>/stat`. */
export interface ProcessStat {
  readonly parentPid: number;
  /** The user and system time of all its threads and of the exited children that it has waited for, in milliseconds. */
  readonly cpuMs: number;
}

/** Parses a line of `/proc/<pid>/stat`. */
export function parseStat(stat: string): ProcessStat {
  // The second field is the name, which may contain spaces and brackets; the state and the parent follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
  return { parentPid: Number(fields[1]), cpuMs: ticks * MS_PER_TICK };
}

/**
 * Returns the processes below a root, including the root. A process whose parent exited without waiting for it belongs to
 * no tree.
 * @throws Error if the root no longer exists, because the measured process has exited
 */
export function treeOf(root: number, processes: ReadonlyMap<number, ProcessStat>): number[] {
  if (!processes.has(root)) throw new Error(`process ${root} has ended`);
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, { parentPid }] of processes) if (parentPid === parent) tree.push(pid);
  }
  return tree;
}

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
