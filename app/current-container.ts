import type { Container } from "./container";

const shared: typeof globalThis & { stagedoorContainer?: Container } = globalThis;

/**
 * Returns the container of this process. It is stored on globalThis, and routes do not import the code that creates it,
 * because Next would load that code again for each group of routes (decision 0068). @throws Error before startup
 */
export function getContainer(): Container {
  if (shared.stagedoorContainer) return shared.stagedoorContainer;
  throw new Error(
    "The application has not started: instrumentation.ts must run before any request.",
  );
}

/** Makes this the container of the process. */
export function shareContainer(container: Container): void {
  shared.stagedoorContainer = container;
}
