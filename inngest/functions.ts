import { createSweepFunction, type SweepFunctionParts } from "./functions/sweep";

/** All durable work of the application, as its endpoint serves it. */
export function createFunctions(parts: SweepFunctionParts) {
  return [createSweepFunction(parts)];
}
