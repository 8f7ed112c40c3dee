import process, { env } from "node:process";

/**
 * Replaces `process.env` with a copy of itself. Reading a variable from the real one is a system call of about 2 µs, and
 * the Inngest SDK reads all of them several times per call. Reads, writes and the environment of children stay the same;
 * Node itself no longer notices later changes, such as to TZ.
 */
export function keepEnvironmentInMemory(): void {
  Object.assign(process, { env: { ...env } });
}
