import type { ApiRequest } from "./api-request";

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
