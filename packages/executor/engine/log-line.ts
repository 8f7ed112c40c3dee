/** One line of the executor's log. Members other than `level` and `message` are context and never contain a secret. */
export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [more: string]: unknown;
}

/** Writes one line. It must not throw. */
export type Log = (line: LogLine) => void;
