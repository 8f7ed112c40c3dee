import type { IncomingMessage } from "node:http";
import type { ApiRequest } from "./api-request";

/** Any origin will do, because endpoints use only the path of a request's URL (see `ApiRequest`). */
const ORIGIN = "http://stagedoor.invalid";

/** Converts a `node:http` request into one that endpoints can read. */
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
    // If reading stops because the body is too large, a response must still be sent, so the connection must stay open.
    body: request.iterator({ destroyOnReturn: false }),
    signal: null,
  };
}
