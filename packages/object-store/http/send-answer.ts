import type { IncomingMessage, ServerResponse } from "node:http";
import { finished, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hasErrnoCode } from "../node-helpers";
import type { Answer } from "../operations/operation";
import type { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";

const DISCARD_TIMEOUT_MS = 5_000;

/** The codes of the errors that occur if the client of a download has closed the connection. */
const CLIENT_LEFT_CODES = ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"];

/** One request and its response. */
export interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** True while the client is waiting for `100 Continue` and has not sent any of the body. */
  isAwaitingContinue: boolean;
}

/** Returns an S3 error response. */
export function errorAnswer(error: S3Error, requestId: string): Answer {
  const body = element(
    "Error",
    textElement("Code", error.code),
    textElement("Message", error.message),
    ...Object.entries(error.elements).map(([name, text]) => textElement(name, text)),
    textElement("RequestId", requestId),
  );
  return {
    status: error.status,
    headers: { ...error.headers, "content-type": "application/xml" },
    body: xmlDocument(body),
  };
}

/**
 * Sends a response. If the client is still sending its body, the rest of the body is read and discarded for up to 5 s
 * before the response ends; otherwise Node would destroy the socket, and the client would see a reset instead of the
 * response. Rejects if a stream fails or does not match its Content-Length, but not if the client disconnects.
 */
export async function sendAnswer(pending: PendingRequest, answer: Answer): Promise<void> {
  const { request, response } = pending;
  const isBodyUnread = hasBody(request) && !request.complete;
  const headers: Record<string, string> = { ...answer.headers };
  if (isBodyUnread) {
    headers.connection = "close";
  }
  if (answer.body !== undefined && typeof answer.body !== "string") {
    response.writeHead(answer.status, headers);
    return sendStream(response, answer.body, Number(headers["content-length"]));
  }
  const body = answer.body ?? "";
  if (request.method !== "HEAD" && mayHaveBody(answer.status)) {
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  response.writeHead(answer.status, headers);
  if (isBodyUnread && !pending.isAwaitingContinue) {
    response.flushHeaders();
    response.write(body);
    await discardBody(request);
    response.end();
  } else {
    response.end(body);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || "transfer-encoding" in headers;
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/**
 * Throws if the source fails or ends early: after the headers are sent, a failure can only be reported by breaking the
 * connection.
 */
async function sendStream(
  response: ServerResponse,
  source: Readable,
  bytes: number,
): Promise<void> {
  try {
    await pipeline(source, (chunks) => requireBytes(chunks, bytes), response);
  } catch (error) {
    response.destroy();
    if (!CLIENT_LEFT_CODES.some((code) => hasErrnoCode(error, code))) throw error;
  }
}

async function* requireBytes(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of chunks) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== bytes) throw new Error(`The file ended after ${sent} bytes instead of ${bytes}.`);
}

function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_TIMEOUT_MS);
    finished(request, () => {
      clearTimeout(timer);
      resolve();
    });
    request.resume();
  });
}
