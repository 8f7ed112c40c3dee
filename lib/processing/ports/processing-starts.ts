import type { RunName } from "../rules/processing-run";

/** The calls to the engine that processing makes. */
export interface ProcessingStarts {
  /**
   * Asks the engine to begin these runs; safe to repeat.
   * @throws DomainError `engine-unavailable`
   */
  start(runs: readonly RunName[]): Promise<void>;
}
