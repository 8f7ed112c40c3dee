import type { ProcessorChoice } from "../rules/processor-choice";

/** How this installation processes documents. */
export interface ProcessingPolicy {
  /** Returns the operator's setting, or the choice that an upgrade stored. It never changes while a process runs. */
  choice(): Promise<ProcessorChoice>;
  /**
   * The number of seconds within which a processor must renew or settle its run after taking a document, and within which
   * a document that is to be processed again must be taken.
   */
  readonly leaseSeconds: number;
}
