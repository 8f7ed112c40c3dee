import type { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** Set by `app/server.mjs`, which has each page and route run within its response. */
const shared: typeof globalThis & { stagedoorResponse?: AsyncLocalStorage<ServerResponse> } =
  globalThis;

/** The response that is being made, for what Next lets nobody choose; null: its headers have been sent, or another server runs. */
export function currentResponse(): ServerResponse | null {
  const response = shared.stagedoorResponse?.getStore();
  return response && !response.headersSent ? response : null;
}
