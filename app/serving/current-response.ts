import type { ServerResponse } from "node:http";
import { shared } from "../process.mjs";

/**
 * Returns the response that is being produced, for headers and statuses that Next does not support; null if its headers
 * have been sent, or if the server is not `app/serving/server.mjs`, which runs each page and route in the context of its
 * response.
 */
export function currentResponse(): ServerResponse | null {
  const response = shared.responses?.getStore();
  return response && !response.headersSent ? response : null;
}
