import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Log } from "./engine/log-line";
import type { Executor } from "./executor";
import { NotSyncedError } from "./executor";
import { HttpError } from "./http-error";
import { isSameSecret } from "./is-same-secret";
import { errorMessage, listen, parseJson, readText } from "./node-helpers";
import { answerOperator } from "./operator-api";
import { BadEventsError, parseEvents } from "./protocol/stored-event";

const BODY_BYTES_MAX = 16 * 1_048_576;
const HOST = "127.0.0.1";

const UNEXPECTED =
  "The executor could not do this now. See its log for the reason, then try again.";

/** The dependencies of the server. */
export interface HttpServerOptions {
  readonly executor: Executor;
  /** 0 picks any free port. */
  readonly port: number;
  readonly eventKey: string;
  readonly signingKey: string;
  /** Returns the executor's time in milliseconds, for events without a timestamp. */
  readonly now: () => number;
  readonly log: Log;
}

/** A listening server; `stop` lets running requests finish. */
export interface HttpServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** A response that is sent as JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Serves the event API, /health and the operator API, on the loopback interface only. Rejects if the port is in use. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  // The app keeps its connections to this server open, and this server must not close them before the app does.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void respond(options, request, response);
  });
  const port = await listen(server, HOST, options.port);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function respond(
  options: HttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await answer(options, request).catch((error: unknown) => {
    const refused = errorAnswer(error);
    // A client that disconnects in the middle of its request is not a failure of this server.
    if (refused.status === 500 && request.errored === null) {
      const message = `A request could not be answered: ${errorMessage(error)}`;
      options.log({ level: "error", message, method: request.method });
    }
    return refused;
  });
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    // The rest of a rejected body has not been read and must not be parsed as the next request.
    ...(request.complete ? {} : { connection: "close" }),
  });
  response.end(text);
}

async function answer(options: HttpServerOptions, request: IncomingMessage): Promise<Answer> {
  // URL is not used here because it throws for some valid request lines.
  const [path = "", ...query] = (request.url ?? "").split("?");
  const [, first, ...rest] = path.split("/");
  if (first === "health" && rest.length === 0) return health(options.executor);
  if (first === "e" && rest.length === 1) {
    requireMethod(request, "POST");
    return takeEvents(options, request, decoded(rest[0] ?? ""));
  }
  if (first === "runs") {
    return answerOperator(options, request, rest, new URLSearchParams(query.join("?")));
  }
  throw new HttpError(404, `Nothing exists at ${path}.`);
}

/** A malformed encoding is returned unchanged, because no key matches it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function requireMethod(request: IncomingMessage, method: string): void {
  if (request.method !== method) throw new HttpError(405, `Use ${method} here.`);
}

function health(executor: Executor): Answer {
  const { isSynced, isRefused, problem } = executor.state();
  if (isSynced) return { status: 200, body: { status: "ok", synced: true } };
  const status = isRefused ? "refused" : "starting";
  return { status: 503, body: { status, synced: false, problem } };
}

async function takeEvents(
  { executor, eventKey, now }: HttpServerOptions,
  request: IncomingMessage,
  key: string,
): Promise<Answer> {
  if (!isSameSecret(key, eventKey)) {
    throw new HttpError(
      401,
      "The event key is wrong. INNGEST_EVENT_KEY must match the executor's.",
    );
  }
  const seed = request.headers["x-inngest-event-id-seed"];
  const body = await readBody(request);
  const events = parseEvents(body, typeof seed === "string" ? seed : null, now());
  return { status: 200, body: { ids: await executor.send(events), status: 200 } };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const tooLarge = () =>
    new HttpError(413, `The body is larger than ${BODY_BYTES_MAX} bytes. Send fewer events.`);
  const body = parseJson(await readText(request, BODY_BYTES_MAX, tooLarge));
  if (body !== undefined) return body;
  throw new HttpError(400, "The body is not JSON. Send one event or an array of events.");
}

function errorAnswer(error: unknown): Answer {
  const status = statusOf(error);
  return { status, body: { error: status === 500 ? UNEXPECTED : errorMessage(error), status } };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpError) return error.status;
  if (error instanceof BadEventsError) return 400;
  return error instanceof NotSyncedError ? 503 : 500;
}
