import type { ProcessorChoice } from "../rules/processor-choice";

/** How this installation processes documents. */
export interface ProcessingPolicy {
  /** Returns the operator's setting, or the choice that an upgrade stored. It never changes while a process runs. */
  choice(): Promise<ProcessorChoice>;
  /**
   * How long a processor has to renew or settle its run after taking a document, and how long a document to be processed
   * again waits to be taken.
   */
  readonly leaseSeconds: number;
}
