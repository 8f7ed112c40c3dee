import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY_DIRECTORY = "/dev/shm";
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Returns the parent of the tests' data folders. It is in memory if the system has a file system there with enough room,
 * because every database consists of hundreds of files. There, files survive a killed process, as on a disk, but not a
 * power failure.
 */
export function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_DIRECTORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
