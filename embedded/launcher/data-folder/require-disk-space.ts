import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DISK_RESERVE_BYTES, freeBytesOf, isDiskFull } from "@/lib/upkeep/rules/disk-reserve";
import { hasErrnoCode } from "../../small-files";
import { StartError } from "../terminal";

const MEBIBYTE = 1024 ** 2;
/**
 * Space for lock files, logs and the files that PostgreSQL writes at startup once its write-ahead log exists. If it needs
 * more, as it does the first time, PostgreSQL's own error says so.
 */
const START_BYTES_MIN = 8 * MEBIBYTE;

/**
 * Checks the free space before anything is written, so that the parts do not fail one by one with different messages.
 * With less free space than the reserve, startup continues, because users must be able to delete documents to make room.
 * @returns a warning if uploads will be rejected, or null if there is room or the system does not provide the figure
 * @throws StartError with the free space and what to do if there is too little space to start
 */
export function requireDiskSpace(
  dataDir: string,
  freeBytesBelow: (directory: string) => number | null = freeBytesOnDisk,
): string | null {
  const freeBytes = freeBytesBelow(dataDir);
  if (freeBytes === null || !isDiskFull(freeBytes)) return null;
  const free = `${Math.floor(freeBytes / MEBIBYTE)} MiB are free`;
  if (freeBytes < START_BYTES_MIN) {
    throw new StartError(
      `The disk that holds the data folder ${dataDir} is full: ${free}, and Stagedoor needs at least ${START_BYTES_MIN / MEBIBYTE} MiB to start. Free some space, or set STAGEDOOR_DATA_DIR to a folder on another disk.`,
    );
  }
  return `The disk that holds the data folder ${dataDir} is almost full: ${free}, and ${DISK_RESERVE_BYTES / MEBIBYTE} MiB are reserved for the database. Uploads are rejected until you free some space.`;
}

/**
 * Returns the free bytes on the disk that holds the folder, which need not exist yet; null if the system does not provide
 * the figure.
 */
function freeBytesOnDisk(directory: string): number | null {
  try {
    return freeBytesOf(statfsSync(directory));
  } catch (error) {
    const isAbsent = hasErrnoCode(error, "ENOENT") && dirname(directory) !== directory;
    return isAbsent ? freeBytesOnDisk(dirname(directory)) : null;
  }
}
