import type { DurableWork } from "./durable-work";

const shared: typeof globalThis & { stagedoorDurableWork?: DurableWork } = globalThis;

/** Returns the durable work of this process. It is stored on globalThis, like the container. @throws Error before startup */
export function getDurableWork(): DurableWork {
  if (shared.stagedoorDurableWork) return shared.stagedoorDurableWork;
  throw new Error(
    "The durable work has not started: instrumentation.ts must run before any request.",
  );
}

/** Makes this the durable work of the process. `answer-durable-call.mjs` reads it, too. */
export function shareDurableWork(work: DurableWork): void {
  shared.stagedoorDurableWork = work;
}
