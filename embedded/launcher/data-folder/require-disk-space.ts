import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { describeShortage, freeBytesOf, isDiskFull } from "@/lib/upkeep/rules/disk-reserve";
import { hasErrnoCode } from "../../has-errno-code";
import { StartError } from "../start-error";

/**
 * Refuses to start parts on a disk that would make them fail one after the other, each with words of its own. Asked before
 * anything is written.
 * @throws StartError with the free space and what to do
 */
export function requireDiskSpace(
  dataDir: string,
  freeBytesBelow: (folder: string) => number | null = freeBytesOnDisk,
): void {
  const freeBytes = freeBytesBelow(dataDir);
  if (freeBytes === null || !isDiskFull(freeBytes)) return;
  throw new StartError(
    `The disk of the data folder ${dataDir} is full: ${describeShortage(freeBytes)}. Free some space, or set STAGEDOOR_DATA_DIR to a folder on another disk.`,
  );
}

/** Of the disk on which the folder is or will be made; null when the system does not tell. */
function freeBytesOnDisk(folder: string): number | null {
  try {
    return freeBytesOf(statfsSync(folder));
  } catch (error) {
    const isAbsent = hasErrnoCode(error, "ENOENT") && dirname(folder) !== folder;
    return isAbsent ? freeBytesOnDisk(dirname(folder)) : null;
  }
}
