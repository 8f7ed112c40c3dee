import type { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** Set by `app/server.mjs`, which renders each page in the async context of its response. */
const shared: typeof globalThis & { stagedoorResponse?: AsyncLocalStorage<ServerResponse> } =
  globalThis;

/**
 * Sends the page that is being rendered with status 403. Next lets pages set this status only behind an experimental
 * flag. A response whose headers have already been sent keeps its status.
 */
export function answerForbidden(): void {
  const response = shared.stagedoorResponse?.getStore();
  if (response && !response.headersSent) response.statusCode = 403;
}
