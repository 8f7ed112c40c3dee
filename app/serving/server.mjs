import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, METHODS } from "node:http";
import process from "node:process";
import { parseArgs } from "node:util";
import next from "next";
import { answerDurableCall } from "../durable-work/answer-durable-call.mjs";
import { isMachinePath } from "./machine-path.mjs";
import { secure } from "./security-headers.mjs";

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the limits for headers (20 s) and files (60 s), so that late bodies get our own 408. */
const REQUEST_TIMEOUT_MS = 90_000;
const CHECK_TIMEOUTS_EVERY_MS = 5_000;
/** Longer than clients and proxies keep idle connections, so that they never use one that is closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** The interval at which connections whose last response has ended are closed during shutdown. */
const CLOSE_IDLE_EVERY_MS = 100;
/** Shorter than the time after which the launcher kills the process. */
const CLOSE_ALL_AFTER_MS = 8_000;

/**
 * Read by `lib/http/core/requests/client-address.ts`, because Next passes no information about the connection to its
 * routes.
 */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
    /** The origin of signed URLs, to which pages may upload. */
    "upload-origin": { type: "string" },
    /** Whether clients reach the application over HTTPS. */
    https: { type: "boolean", default: false },
  },
});
const { hostname, dev, https: isHttps, "upload-origin": uploadOrigin = null } = values;
const port = Number(values.port);

// Aborted when this process is asked to stop. This ends endless responses such as event streams.
const stopping = new AbortController();
globalThis.stagedoorStopping = stopping;

// The response for which a page or a route is running, read by `app/serving/current-response.ts`.
const responses = new AsyncLocalStorage();
globalThis.stagedoorResponse = responses;

// If Next were given our server, it would take over every request that offers an upgrade, such as Java's upgrade to
// HTTP/2, and close it.
const httpServer = dev ? undefined : createServer();
const application = next({ dev, hostname, port, ...(httpServer ? { httpServer } : {}) });
await application.prepare();
const handle = application.getRequestHandler();

const server = createServer(
  {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  },
  answer,
);
// Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1), and Node's default response, 417, has no body.
server.on("checkExpectation", answer);

function answer(request, response) {
  makeRoutable(request);
  secure(request, response, { uploadOrigin, isHttps, dev });
  if (answerDurableCall(request, response)) return;
  handToRefusal(request, { dev });
  request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? "";
  // Next handles its own errors. After an error that is caught here, no response can be sent.
  const answered =
    answerHotCall(request, response) ?? responses.run(response, () => handle(request, response));
  answered.catch((error) => response.destroy(error));
}

/**
 * Uses the built code, which is available as soon as Next is ready (`app/hot-calls/hot-calls.ts`). In development, only
 * Next has the latest code.
 */
function answerHotCall(request, response) {
  return dev ? undefined : globalThis.stagedoorAnswerHotCall?.(request, response);
}

/** Running requests finish normally, event streams end immediately, and no new requests are accepted. */
function stop() {
  server.close(() => process.exit(0));
  stopping.abort();
  setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  // Browsers open connections in advance. A connection that has never sent a request does not count as idle.
  setTimeout(() => server.closeAllConnections(), CLOSE_ALL_AFTER_MS);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

server.once("error", (error) => {
  process.stderr.write(`The application cannot listen on ${hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, hostname);

/** A path that `app/api/[...path]/route.ts` handles. */
const NOWHERE = "/api/nothing";
/** The path that `app/api/pages/route.ts` handles. */
const PAGES = "/api/pages";

const ROUTED_MACHINE_PATH = /^\/(external-api|api)(\/|$)/;
const READING = ["GET", "HEAD"];
/** The content type of a form that is submitted before the page's scripts have loaded. Next responds with the page. */
const FORM = /^application\/x-www-form-urlencoded\b/i;
/** Paths that only pages in Next's development mode request. */
const DEVELOPMENT_PATH = /^\/_/;

/**
 * Passes requests that Next would answer itself, with a page or an error, to routes that reject them with a problem:
 * machine paths in a different spelling, and pages requested with a method that no page supports.
 * @param {import("node:http").IncomingMessage} request after `makeRoutable` has rewritten its path and method
 * @param {{ dev: boolean }} surroundings whether Next runs in development mode
 */
export function handToRefusal(request, { dev }) {
  const { url = "/", method = "GET", headers } = request;
  const path = url.split("?", 1)[0] ?? "/";
  if (isMachinePath(path)) {
    if (!ROUTED_MACHINE_PATH.test(path)) request.url = NOWHERE;
    return;
  }
  if (READING.includes(method) || (dev && DEVELOPMENT_PATH.test(path))) return;
  const isForm = method === "POST" && FORM.test(headers["content-type"] ?? "");
  if (!isForm || "next-action" in headers) request.url = PAGES;
}

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
  ...["rsc", "next-action", "next-url", "next-hmr-refresh", "next-router-state-tree"],
  ...["next-router-prefetch", "next-router-segment-prefetch", "x-nextjs-data"],
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
