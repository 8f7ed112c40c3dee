import type { IncomingMessage } from "node:http";
import type { ApiRequest } from "./api-request";

/** Only the path of a request's URL counts (see `ApiRequest`). */
const ORIGIN = "http://stagedoor.invalid";

/** A request of `node:http` as endpoints for API keys read it. */
export function nodeApiRequest(request: IncomingMessage): ApiRequest {
  const { method = "GET", url = "/", headers } = request;
  return {
    method,
    url: ORIGIN + url,
    headers: {
      get: (name) => {
        const value = headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(", ") : (value ?? null);
      },
    },
    // After reading stops because the body is too large, a response must still be sent: the connection must stay open.
    body: request.iterator({ destroyOnReturn: false }),
  };
}
