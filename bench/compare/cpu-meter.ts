import { readTreesCpuMs } from "../load/process-trees";
import type { PartName, Side } from "./side";

/** The CPU time of all processes, and of some of them separately, in milliseconds. */
export interface Cpu {
  readonly wholeMs: number;
  readonly partsMs: Readonly<Partial<Record<PartName, number>>>;
}

/**
 * Starts measuring. @returns a function that returns the CPU time that the side has used since then, or null if it cannot
 * be measured
 */
export function startCpuMeter(side: Side): () => Cpu | null {
  const before = read(side);
  return () => {
    const after = read(side);
    if (!before || !after) return null;
    const differences = after.map((ms, index) => ms - (before[index] ?? 0));
    const parts = partsOf(side).map(([name], index) => [
      name,
      differences[side.whole.length + index],
    ]);
    return {
      wholeMs: differences.slice(0, side.whole.length).reduce((total, ms) => total + ms, 0),
      partsMs: Object.fromEntries(parts),
    };
  };
}

const partsOf = ({ parts }: Side) => Object.entries(parts);

function read(side: Side): number[] | null {
  if (side.whole.length === 0) return null;
  return readTreesCpuMs([...side.whole, ...partsOf(side).map(([, pid]) => pid)]);
}
