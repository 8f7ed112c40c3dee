import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * The folder below which tests make their data folders: in memory where the system has a file system there with enough room,
 * because every database is hundreds of files. What is killed there keeps its files as on a disk; only a power cut would not.
 */
export function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
