import process, { env } from "node:process";

/**
 * Replaces `process.env` by a copy of itself. Each look at a variable of the real one asks the operating system, 2 µs each, and the
 * SDK of Inngest looks at all of them several times in each call. What is read, set and handed to children stays the same;
 * Node itself no longer notices a later change, such as one of TZ.
 */
export function keepEnvironmentInMemory(): void {
  Object.assign(process, { env: { ...env } });
}
