import type { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** Set by `app/server.mjs`, which has each page rendered within its response. */
const shared: typeof globalThis & { stagedoorResponse?: AsyncLocalStorage<ServerResponse> } =
  globalThis;

/**
 * Sends the page that is being rendered with status 403. Next lets its pages choose this status only by an experimental flag; a
 * response whose headers have been sent keeps its status.
 */
export function answerForbidden(): void {
  const response = shared.stagedoorResponse?.getStore();
  if (response && !response.headersSent) response.statusCode = 403;
}
