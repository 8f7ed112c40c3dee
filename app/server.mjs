// The web server of the application: Next behind time-outs of our own (decision 0015).
import { createServer, METHODS } from "node:http";
import process from "node:process";
import { parseArgs } from "node:util";
import next from "next";
import { secure } from "./security-headers.mjs";

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than clients and proxies keep idle connections, so that they never send into a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** While stopping, connections whose last answer has ended are looked for this often. */
const CLOSE_IDLE_EVERY_MS = 100;
/** Less than the launcher waits before it kills. */
const CLOSE_ALL_AFTER_MS = 8_000;

/** Read by `lib/http/core/client-address.ts`: Next tells its routes nothing about the connection. */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

const ROUTED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const NOWHERE_ALLOWED = "PATCH";

/**
 * Next answers some methods, broken percent-encodings and doubled slashes itself, before any route sees them. They
 * are handed on as a method that no route allows, as literal text and as one slash, so that they get a problem too.
 * @param {import("node:http").IncomingMessage} request
 */
function makeRoutable(request) {
  if (METHODS.includes(request.method ?? "") && !ROUTED_METHODS.includes(request.method ?? "")) {
    request.method = NOWHERE_ALLOWED;
  }
  const [path = "/", ...query] = withoutOrigin(request.url ?? "/").split("?");
  const literal = path.replaceAll("\\", "%5C").replace(/\/{2,}/g, "/");
  const routable = isDecodable(literal) ? literal : literal.replaceAll("%", "%25");
  request.url = [routable, ...query].join("?");
}

/** A proxy's client names the whole address (RFC 9112, 3.2.2); `*` stands for the server itself. */
const withoutOrigin = (target) =>
  target.startsWith("/") ? target : target.replace(/^(https?:\/\/[^/?]*|\*)\/?/i, "/");

function isDecodable(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
    /** Where signed URLs lead: pages may send files there. */
    "upload-origin": { type: "string" },
    /** Clients reach the application by HTTPS. */
    https: { type: "boolean", default: false },
  },
});
const { hostname, dev, https: isHttps, "upload-origin": uploadOrigin = null } = values;
const port = Number(values.port);

// Aborted when this process is asked to stop: answers that would go on for ever, such as event streams, end by it.
const stopping = new AbortController();
globalThis.stagedoorStopping = stopping;

// Given our server, Next would take every request that offers an upgrade, such as Java's to HTTP/2, and cut it off.
const httpServer = dev ? undefined : createServer();
const application = next({ dev, hostname, port, ...(httpServer ? { httpServer } : {}) });
await application.prepare();
const handle = application.getRequestHandler();

const server = createServer(
  {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  },
  (request, response) => {
    makeRoutable(request);
    secure(request, response, { uploadOrigin, isHttps, dev });
    request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? "";
    // Next answers errors of its own; what still comes out here leaves nothing to answer with.
    handle(request, response).catch((error) => response.destroy(error));
  },
);

/** Requests that are running end as they would, streams of events at once; nothing new is taken. */
function stop() {
  server.close(() => process.exit(0));
  stopping.abort();
  setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  // Browsers open connections that they may need later: one that never asked for anything does not count as idle.
  setTimeout(() => server.closeAllConnections(), CLOSE_ALL_AFTER_MS);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

server.once("error", (error) => {
  process.stderr.write(`The application cannot listen on ${hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, hostname);
