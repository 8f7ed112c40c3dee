/** The kernel's unit in `/proc` is 1/100 s on every Linux on which Node runs. */
export const MS_PER_TICK = 10;

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
