import type { ApiRequest } from "./api-request";

/**
 * The header in which `app/server.mjs` passes path and query as the client sent them, replacing whatever a client sent under that
 * name. Next drops some query names (`__proto__`, `nxtP…`), and some requests are routed to another path, which rejects them.
 */
const PATH_HEADER = "x-stagedoor-path";

/** The URL that a client requested; its origin is not checked. */
export function requestedUrl({ url, headers }: Pick<ApiRequest, "url" | "headers">): URL {
  return new URL(headers.get(PATH_HEADER) ?? url, url);
}
