import process from "node:process";

/** Where text for people goes. */
export interface Terminal {
  /** A line about what is going on. */
  line(text: string): void;
  /** A line about what went wrong. */
  warn(text: string): void;
  /** Output of somebody else, as it is. */
  write(chunk: string | Uint8Array): void;
}

/** The standard streams. Whoever reads them may go away at any time: the services run on without a reader. */
export function createTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    line: (text) => process.stdout.write(`${text}\n`),
    warn: (text) => process.stderr.write(`${text}\n`),
    write: (chunk) => process.stdout.write(chunk),
  };
}
