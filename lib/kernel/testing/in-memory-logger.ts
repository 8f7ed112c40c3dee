import pino, { type Logger } from "pino";

/** A logger that keeps its lines in memory. */
export interface InMemoryLogger {
  readonly logger: Logger;
  /** Returns everything that was written, as it would appear in a file. */
  text(): string;
  lines(): readonly Record<string, unknown>[];
}

/** Creates a logger like the application's own that writes nowhere. */
export function createInMemoryLogger(): InMemoryLogger {
  const written: string[] = [];
  const write = (line: string) => {
    written.push(line);
  };
  return {
    logger: pino({ level: "debug", base: null }, { write }),
    text: () => written.join(""),
    lines: () => written.map((line) => JSON.parse(line)),
  };
}
