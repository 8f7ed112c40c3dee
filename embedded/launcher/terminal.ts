import process from "node:process";

/** The destination for text meant for the user. */
export interface Terminal {
  /** Prints a line about progress. */
  line(text: string): void;
  /** Prints a line about a problem. */
  warn(text: string): void;
  /** Prints the output of another process unchanged. */
  write(chunk: string | Uint8Array): void;
}

/**
 * Returns a terminal for the standard streams. Their reader may disappear at any time, and the services continue without
 * a reader.
 */
export function createTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    line: (text) => process.stdout.write(`${text}\n`),
    warn: (text) => process.stderr.write(`${text}\n`),
    write: (chunk) => process.stdout.write(chunk),
  };
}
