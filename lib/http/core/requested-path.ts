/**
 * Where `app/server.mjs` puts path and query as the client sent them, in place of whatever a client sent under that name. Some
 * requests are handed to a route at another path, which refuses them.
 */
const PATH_HEADER = "x-stagedoor-path";

/** The path that a client asked for, without the query. */
export function requestedPath({ url, headers }: Request): string {
  return new URL(headers.get(PATH_HEADER) ?? url, url).pathname;
}
