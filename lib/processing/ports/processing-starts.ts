import type { RunName } from "../rules/processing-run";

/** The engine, as processing knows it. */
export interface ProcessingStarts {
  /** Has these runs begun; harmless to repeat. @throws DomainError `engine-unavailable` */
  start(runs: readonly RunName[]): Promise<void>;
}
