import type { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** Set by `app/serving/server.mjs`, which runs each page and route in the context of its response. */
const shared: typeof globalThis & { stagedoorResponse?: AsyncLocalStorage<ServerResponse> } =
  globalThis;

/**
 * Returns the response that is being produced, for changes that Next does not support; null if its headers have been
 * sent, or if a different server is running.
 */
export function currentResponse(): ServerResponse | null {
  const response = shared.stagedoorResponse?.getStore();
  return response && !response.headersSent ? response : null;
}
