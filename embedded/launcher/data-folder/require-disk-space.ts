import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DISK_RESERVE_BYTES, freeBytesOf, isDiskFull } from "@/lib/upkeep/rules/disk-reserve";
import { hasErrnoCode } from "../../has-errno-code";
import { StartError } from "../start-error";

const MEBIBYTE = 1024 ** 2;
/**
 * Lock files, logs and what PostgreSQL writes to get going, its log being there already. Where it needs more, as on a first start,
 * its own failure says so.
 */
const START_BYTES_MIN = 8 * MEBIBYTE;

/**
 * Asked before anything is written, so that parts do not fail one by one, each with words of its own. Below the reserve a start
 * goes on, because deleting documents is what makes room.
 * @returns a warning for people when uploads will be rejected; null when there is room or the system does not tell
 * @throws StartError with the free space and what to do when a start cannot work
 */
export function requireDiskSpace(
  dataDir: string,
  freeBytesBelow: (folder: string) => number | null = freeBytesOnDisk,
): string | null {
  const freeBytes = freeBytesBelow(dataDir);
  if (freeBytes === null || !isDiskFull(freeBytes)) return null;
  const free = `${Math.floor(freeBytes / MEBIBYTE)} MiB are free`;
  if (freeBytes < START_BYTES_MIN) {
    throw new StartError(
      `The disk of the data folder ${dataDir} is full: ${free}, and a start needs at least ${START_BYTES_MIN / MEBIBYTE} MiB. Free some space, or set STAGEDOOR_DATA_DIR to a folder on another disk.`,
    );
  }
  return `The disk of the data folder ${dataDir} is almost full: ${free}, and ${DISK_RESERVE_BYTES / MEBIBYTE} MiB are reserved for the database. Uploads are rejected until you free some space.`;
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
