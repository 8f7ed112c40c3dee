import type { Container } from "./container";
import { shared } from "./process.mjs";

/**
 * Returns the container of this process. Routes do not import the code that creates it, because Next would load that code
 * again for each group of routes (decision 0068). @throws Error before startup
 */
export function getContainer(): Container {
  if (shared.container) return shared.container;
  throw new Error(
    "The application has not started: instrumentation.ts must run before any request.",
  );
}

/** Makes this the container of the process. */
export function shareContainer(container: Container): void {
  shared.container = container;
}
