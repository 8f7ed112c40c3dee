import pino, { type Logger } from "pino";

/** A logger whose lines stay in memory. */
export interface InMemoryLogger {
  readonly logger: Logger;
  /** Everything that was written, as it would reach a file. */
  text(): string;
  lines(): readonly Record<string, unknown>[];
}

/** Makes a logger like the application's own, only that it writes nowhere. */
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
