/** One line of the executor's log; every further member is context and never a secret. */
export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [more: string]: unknown;
}

/** Takes one line. It must not throw. */
export type Log = (line: LogLine) => void;

/** What an error says, for a log line or a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of a refused connection has an empty message; its code says what happened.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
