import type { RunName } from "../rules/processing-run";

/** The engine as seen by processing. */
export interface ProcessingStarts {
  /**
   * Asks the engine to begin these runs; safe to repeat.
   * @throws DomainError `engine-unavailable`
   */
  start(runs: readonly RunName[]): Promise<void>;
}
