import type { IncomingMessage } from "node:http";

/** The methods of a request's headers that endpoints call. */
export type RequestHeaders = Pick<Headers, "get">;

/**
 * The parts of a request that endpoints read. Next's `Request` has them, and so does the result of `nodeApiRequest`,
 * which takes a tenth of the time to create.
 */
export interface ApiRequest {
  readonly method: string;
  /** The absolute URL, whose origin is not verified. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** The body, which can be read only once. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client disconnects; null for hot calls, which do not wait for anything. */
  readonly signal: AbortSignal | null;
}

/**
 * The header in which `app/serving/server.mjs` passes the requested path and query, replacing any value that the client
 * sent under that name. Next drops some query parameters (`__proto__`, `nxtP…`), and the server routes some requests to
 * a different path, which rejects them.
 */
const PATH_HEADER = "x-stagedoor-path";

/** Returns the URL that a client requested. Its origin is not verified. */
export function requestedUrl({ url, headers }: Pick<ApiRequest, "url" | "headers">): URL {
  return new URL(headers.get(PATH_HEADER) ?? url, url);
}

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
