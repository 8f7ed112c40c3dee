import type { ProcessingPolicy } from "../ports";
import type { ProcessorChoice } from "../rules/run-start";

/** A processing policy that tests can set. */
export interface FixedProcessingPolicy extends ProcessingPolicy {
  setChoice(choice: ProcessorChoice): void;
}

/**
 * Creates a policy under which external programs process documents, with a lease of one hour, until a test changes it.
 */
export function createFixedProcessingPolicy(
  initial: ProcessorChoice = "external",
): FixedProcessingPolicy {
  let choice = initial;
  return {
    leaseSeconds: 3600,
    choice: async () => choice,
    setChoice: (value) => {
      choice = value;
    },
  };
}
