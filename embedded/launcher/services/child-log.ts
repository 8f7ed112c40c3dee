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

/** Where the output of one child goes. */
export interface ChildLog {
  readonly file: string;
  write(chunk: string | Uint8Array): void;
}

const FILE_BYTES_MAX = 10 * 1024 * 1024;

/**
 * Appends to `<dataDir>/logs/<name>.log`. A full file becomes `<name>.log.1` in place of the one before, so that logs
 * take no more than twice `bytesMax`. A disk that is full costs log lines, not the service.
 */
export function openChildLog(
  dataDir: string,
  name: ServiceName,
  bytesMax = FILE_BYTES_MAX,
): ChildLog {
  const folder = join(dataDir, "logs");
  const file = join(folder, `${name}.log`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let descriptor = openSync(file, "a", 0o600);
  let bytes = fstatSync(descriptor).size;

  /** Until the new file is open the old one stays in use: a closed number may soon belong to somebody else's file. */
  function startNewFile() {
    if (existsSync(file)) renameSync(file, `${file}.1`);
    const full = descriptor;
    descriptor = openSync(file, "a", 0o600);
    bytes = 0;
    closeSync(full);
  }

  /** Rather a file that grows too long than lines that are lost. */
  function startNewFileIfPossible() {
    try {
      startNewFile();
    } catch {
      // Tried again at the next write.
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
        // See above: nothing sensible can be done here, and the next write may work again.
      }
    },
  };
}
