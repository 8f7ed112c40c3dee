import type { RunName } from "../rules/processing-run";

/** The engine, from the view of processing. */
export interface ProcessingStarts {
  /** Has these runs begun; harmless to repeat. @throws DomainError `engine-unavailable` */
  start(runs: readonly RunName[]): Promise<void>;
}
