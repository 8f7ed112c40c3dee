import type { ProcessingPolicy } from "../ports/processing-policy";
import type { ProcessorChoice } from "../rules/processor-choice";

/** A policy that tests set. */
export interface FixedProcessingPolicy extends ProcessingPolicy {
  setChoice(choice: ProcessorChoice): void;
}

/** Others process documents here until a test says something else, with an hour of lease. */
export function createFixedProcessingPolicy(
  given: ProcessorChoice = "external",
): FixedProcessingPolicy {
  let choice = given;
  return {
    leaseSeconds: 3600,
    choice: async () => choice,
    setChoice: (value) => {
      choice = value;
    },
  };
}
