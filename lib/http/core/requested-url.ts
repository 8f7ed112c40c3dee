import type { ApiRequest } from "./api-request";

/**
 * Where `app/server.mjs` puts path and query as the client sent them, in place of whatever a client sent under that name. Next
 * drops some names of a query (`__proto__`, `nxtP…`), and some requests are handed to a route at another path, which refuses them.
 */
const PATH_HEADER = "x-stagedoor-path";

/** The URL that a client asked for; its origin is not checked. */
export function requestedUrl({ url, headers }: Pick<ApiRequest, "url" | "headers">): URL {
  return new URL(headers.get(PATH_HEADER) ?? url, url);
}
