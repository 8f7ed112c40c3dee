import type { ProcessorChoice } from "../rules/processor-choice";

/** How documents are processed here. */
export interface ProcessingPolicy {
  /** The setting, or what an upgrade stored for this installation; does not change while a process lives. */
  choice(): Promise<ProcessorChoice>;
  /** How long whoever took a document may be silent, and how long "process again" waits for a taker. */
  readonly leaseSeconds: number;
}
