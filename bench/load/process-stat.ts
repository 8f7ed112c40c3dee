/** The kernel's unit in /proc is 1/100 s on every Linux that Node runs on. */
export const MS_PER_TICK = 10;

/** What a line of `/proc/<pid>/stat` says about CPU. */
export interface ProcessStat {
  readonly parentPid: number;
  /** User and system time of all its threads and of its ended children that it has waited for, in milliseconds. */
  readonly cpuMs: number;
}

/** Reads such a line. */
export function parseStat(stat: string): ProcessStat {
  // The second field is the name, which may hold blanks and brackets; after it come the state and the parent.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
  return { parentPid: Number(fields[1]), cpuMs: ticks * MS_PER_TICK };
}

/**
 * The processes below a root, itself included. A process that nobody waited for when its parent ended belongs to no tree.
 * @throws Error when the root is gone: what was measured has ended
 */
export function treeOf(root: number, processes: ReadonlyMap<number, ProcessStat>): number[] {
  if (!processes.has(root)) throw new Error(`process ${root} has ended`);
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, { parentPid }] of processes) if (parentPid === parent) tree.push(pid);
  }
  return tree;
}
