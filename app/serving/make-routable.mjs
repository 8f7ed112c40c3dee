import { METHODS } from "node:http";
import { isMachinePath } from "./machine-path.mjs";

const ROUTED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/**
 * Replaces methods that Next does not support. A header contains the original method, because some paths support PATCH.
 */
const STAND_IN = "PATCH";
const STAND_IN_HEADER = "x-stagedoor-method";

/**
 * With one of these headers, Next responds before any route is called: with a redirect, an empty object or its own error.
 */
const ROUTER_HEADERS = [
  "rsc",
  "next-action",
  "next-url",
  "next-hmr-refresh",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "x-nextjs-data",
];
/** Headers that our pages do not use. */
const UNUSED_HEADERS = ["x-middleware-prefetch", "x-middleware-subrequest"];

/**
 * Next handles some methods, headers, broken percent-encodings and doubled slashes itself, before any route is called.
 * This function rewrites them so that a route rejects them with a problem.
 * @param {import("node:http").IncomingMessage} request
 */
export function makeRoutable(request) {
  const method = request.method ?? "";
  delete request.headers[STAND_IN_HEADER];
  if (METHODS.includes(method) && !ROUTED_METHODS.includes(method)) {
    request.method = STAND_IN;
    request.headers[STAND_IN_HEADER] = method;
  }
  const [path = "/", ...query] = withoutOrigin(request.url ?? "/").split("?");
  const literal = path.replaceAll("\\", "%5C").replace(/\/{2,}/g, "/");
  const routable = withoutDots(isReadable(literal) ? literal : literal.replaceAll("%", "%25"));
  request.url = [routable, ...query].join("?");
  const { headers } = request;
  const dropped = isMachinePath(routable) ? ROUTER_HEADERS : [];
  for (const name of [...UNUSED_HEADERS, ...dropped]) delete headers[name];
  // Without this header, Next responds with the whole page.
  if (!isRouterState(headers["next-router-state-tree"])) delete headers["next-router-state-tree"];
}

/** A client of a proxy sends the whole URL (RFC 9112, 3.2.2), and `*` stands for the server itself. */
const withoutOrigin = (target) =>
  target.startsWith("/") ? target : target.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?]*|\*)\/?/i, "/");

/** Resolves `.` and `..`, which Next would do only after the route has been chosen. */
const withoutDots = (path) =>
  /\/(\.|%2e){1,2}(\/|$)/i.test(path) ? new URL(path, "http://server").pathname : path;

function isReadable(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function isRouterState(text) {
  try {
    return text === undefined || Array.isArray(JSON.parse(decodeURIComponent(text)));
  } catch {
    return false;
  }
}
