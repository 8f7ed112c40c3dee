import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** Returns the text of a small file, or null if there is none. Throws every other error. */
export function readFileIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return nullIfMissing(error);
  }
}

/**
 * Replaces a small file: after a crash, it contains either the old or the new text, never a mixture. Synchronous on
 * purpose.
 */
export function writeFileAtomically(file: string, text: string, mode = 0o600): void {
  const draft = `${file}.new`;
  const descriptor = openSync(draft, "w", mode);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

/** For `catch`: returns null if the file or folder does not exist, and rethrows every other error. */
function nullIfMissing(error: unknown): null {
  if (hasErrnoCode(error, "ENOENT")) return null;
  throw error;
}

/** Returns whether a thrown value is a system error of this kind, such as `ENOENT`. */
export function hasErrnoCode(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Parses a JSON text. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
