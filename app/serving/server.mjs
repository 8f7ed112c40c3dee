// The web server of the application: Next with our own timeouts (decision 0015).
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import process from "node:process";
import { parseArgs } from "node:util";
import next from "next";
import { answerDurableCall } from "../durable-work/answer-durable-call.mjs";
import { shared } from "../process.mjs";
import { handToRefusal } from "./hand-to-refusal.mjs";
import { makeRoutable } from "./make-routable.mjs";
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

const stopping = new AbortController();
const responses = new AsyncLocalStorage();
Object.assign(shared, { stopping, responses });

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
  return dev ? undefined : shared.answerHotCall?.(request, response);
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
