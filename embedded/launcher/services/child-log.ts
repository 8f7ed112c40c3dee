import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { ServiceName } from "./service";

/** The destination for a child's output. */
export interface ChildLog {
  readonly file: string;
  write(chunk: string | Uint8Array): void;
}

const FILE_BYTES_MAX = 10 * 1024 * 1024;

/**
 * Appends to `<dataDir>/logs/<name>.log`. A full file is renamed to `<name>.log.1` and replaces any earlier file of that
 * name, so that logs take at most twice `bytesMax`. On a full disk, log lines are lost but the service keeps running.
 */
export function openChildLog(
  dataDir: string,
  name: ServiceName,
  bytesMax = FILE_BYTES_MAX,
): ChildLog {
  const directory = join(dataDir, "logs");
  const file = join(directory, `${name}.log`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  let descriptor = openSync(file, "a", 0o600);
  let bytes = fstatSync(descriptor).size;

  /**
   * The old file stays in use until the new one is open, because the number of a closed file descriptor may soon refer to
   * a different file.
   */
  function startNewFile() {
    if (existsSync(file)) renameSync(file, `${file}.1`);
    const full = descriptor;
    descriptor = openSync(file, "a", 0o600);
    bytes = 0;
    closeSync(full);
  }

  /** An oversized file is better than lost lines. */
  function startNewFileIfPossible() {
    try {
      startNewFile();
    } catch {
      // The next write tries again.
    }
  }

  return {
    file,
    write: (chunk) => {
      const data = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      if (bytes > 0 && bytes + data.length > bytesMax) startNewFileIfPossible();
      try {
        bytes += writeSync(descriptor, data);
      } catch {
        // As above, nothing useful can be done here, and the next write may succeed.
      }
    },
  };
}
