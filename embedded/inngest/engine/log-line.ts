/** One line of the executor's log; every further member is context and never a secret. */
export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [more: string]: unknown;
}

/** Takes one line. It must not throw. */
export type Log = (line: LogLine) => void;
