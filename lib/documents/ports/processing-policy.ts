import type { ProcessorChoice } from "../rules/processor-choice";

/** How this installation processes documents. */
export interface ProcessingPolicy {
  /** The setting, or the choice that an upgrade stored; constant for the life of a process. */
  choice(): Promise<ProcessorChoice>;
  /**
   * How long a processor that took a document has to renew or settle its run, and how long "process again" waits to be
   * taken.
   */
  readonly leaseSeconds: number;
}
