import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { S3Error } from "../protocol/s3-error";
import { errorAnswer, type PendingRequest } from "./send-answer";

/**
 * An HTTP server whose limits suit uploads that take hours: it closes connections that are silent, but not connections
 * that are old.
 */
export interface UploadServer {
  readonly http: Server;
  /**
   * Stops listening, gives running requests `graceMs` to finish, then closes their connections and waits for their
   * clean-up.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Creates the server. `handle` receives every request, including those whose clients are waiting for `100 Continue`, and
 * must not reject.
 */
export function createUploadServer(
  idleTimeoutMs: number,
  handle: (pending: PendingRequest) => Promise<void>,
): UploadServer {
  const running = new Set<Promise<void>>();
  const responses = new WeakMap<Duplex, ServerResponse>();
  // Node's default limit of 5 minutes per request would abort slow uploads; its keep-alive limit of 5 s would close
  // sockets that the AWS SDK is about to reuse.
  const http = createServer({
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAliveTimeout: 65_000,
  });
  http.setTimeout(idleTimeoutMs);

  const accept =
    (isAwaitingContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      responses.set(request.socket, response);
      const work = handle({ request, response, isAwaitingContinue });
      running.add(work);
      void work.finally(() => running.delete(work));
    };
  http.on("request", accept(false));
  http.on("checkContinue", accept(true));
  http.on("clientError", (error, socket) =>
    refuseBrokenRequest(error, socket, responses.get(socket)),
  );

  const close = async (graceMs: number) => {
    const closed = new Promise((resolve) => http.close(resolve));
    http.closeIdleConnections();
    const cutOff = setTimeout(() => http.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
    await Promise.all(running);
  };
  return { http, close };
}

/**
 * Sends an error for input that is not HTTP or that stops before its Content-Length, because such input never becomes a
 * request.
 */
function refuseBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  const isAnswered = response?.headersSent && !response.writableFinished;
  if (!socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "HPE_INVALID_EOF_STATE"
      ? new S3Error("IncompleteBody", "The connection ended before the whole body arrived.")
      : new S3Error("InvalidRequest", "The request is not valid HTTP.");
  const { status, body } = errorAnswer(refusal, "none");
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/xml\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(String(body))}\r\n\r\n${String(body)}`,
    () => socket.destroy(),
  );
}
