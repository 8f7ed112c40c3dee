// The web server of the application: Next with our own timeouts (decision 0015).
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import process from "node:process";
import { parseArgs } from "node:util";
import next from "next";
import { answerDurableCall } from "./answer-durable-call.mjs";
import { handToRefusal } from "./hand-to-refusal.mjs";
import { makeRoutable } from "./make-routable.mjs";
import { secure } from "./security-headers.mjs";

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than clients and proxies keep idle connections, so that they never use one that is closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** During shutdown, the interval for closing connections whose last response has ended. */
const CLOSE_IDLE_EVERY_MS = 100;
/** Less than the time after which the launcher kills the process. */
const CLOSE_ALL_AFTER_MS = 8_000;

/** Read by `lib/http/core/client-address.ts`, because Next gives its routes no information about the connection. */
const PEER_ADDRESS_HEADER = "x-stagedoor-peer-address";

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
    /** The origin of signed URLs, to which pages may upload. */
    "upload-origin": { type: "string" },
    /** Clients reach the application over HTTPS. */
    https: { type: "boolean", default: false },
  },
});
const { hostname, dev, https: isHttps, "upload-origin": uploadOrigin = null } = values;
const port = Number(values.port);

// Aborted when this process is asked to stop. Ends endless responses such as event streams.
const stopping = new AbortController();
globalThis.stagedoorStopping = stopping;

// The response for which a page is rendered; `app/answer-forbidden.ts` reads it from here.
const responses = new AsyncLocalStorage();
globalThis.stagedoorResponse = responses;

// If Next had our server, it would take every request that offers an upgrade, such as Java's to HTTP/2, and close it.
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
  answer,
);
// Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node's default 417 has no body.
server.on("checkExpectation", answer);

function answer(request, response) {
  makeRoutable(request);
  secure(request, response, { uploadOrigin, isHttps, dev });
  if (answerDurableCall(request, response)) return;
  handToRefusal(request, { dev });
  request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? "";
  // Next answers its own errors. After an error that reaches this point, no response can be sent.
  const answered =
    answerHotCall(request, response) ?? responses.run(response, () => handle(request, response));
  answered.catch((error) => response.destroy(error));
}

/**
 * Uses the built code, available as soon as Next is ready (`app/hot-calls.ts`). In development, only Next has the latest
 * code.
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
