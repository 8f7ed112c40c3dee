import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

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
