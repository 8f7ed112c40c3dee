import type { Readable } from "node:stream";
import {
  ANSWER_BODY_BYTES_MAX,
  type PhasesMs,
  type WebhookAnswer,
  type WebhookRequest,
} from "@/lib/notifications/ports";
import { type AttemptStage, classifyFailure, describeError } from "./classify-failure";
import type { Connection } from "./connection";
import { beginOpening, type Opening } from "./connection-facts";
import type { PooledWork } from "./connection-pool";

/** A request and everything that its first and second tries share. */
interface Attempt {
  readonly request: WebhookRequest;
  readonly open: (opening: Opening, ended: AbortSignal) => Promise<Connection>;
  readonly startedAtMs: number;
  /** The deadline for the whole attempt, including a second try. */
  readonly deadline: AbortSignal;
}

/**
 * Sends one request and reads its response within one deadline. If the receiver closes a reused connection as the request
 * is sent, the request is sent once more over a new connection. A connection is reusable only if its response was read to
 * the end; otherwise it is closed.
 * @param call.open opens a connection if there is none to reuse
 * @throws the error if our own process temporarily lacks a resource
 */
export async function sendRequest(
  idle: Connection | null,
  call: Pick<Attempt, "request" | "open"> & { readonly timeoutMs: number },
): Promise<PooledWork<WebhookAnswer>> {
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const attempt = { ...call, startedAtMs: performance.now(), deadline };
  if (idle) {
    const first = await tryOnce(idle, attempt);
    if (first.value.kind === "answered" || first.value.code !== "connection-closed") return first;
  }
  return tryOnce(null, attempt);
}

async function tryOnce(
  idle: Connection | null,
  { request, open, startedAtMs, deadline }: Attempt,
): Promise<PooledWork<WebhookAnswer>> {
  // Stays empty if a connection is reused, because this attempt did not spend that time.
  const opening = beginOpening();
  let connection = idle;
  let reusable: Connection | null = null;
  let bytesBefore: number | null = null;
  try {
    connection ??= await open(opening, deadline);
    const sentAtMs = performance.now();
    const { pathname, search } = new URL(request.url);
    bytesBefore = connection.bytesReceived();
    const response = await connection.client.request({
      method: "POST",
      path: `${pathname}${search}`,
      headers: request.headers,
      body: request.body,
      signal: deadline,
    });
    bytesBefore = null;
    const firstByteMs = performance.now() - sentAtMs;
    const answerBody = await readAnswerBody(response.body);
    const value: WebhookAnswer = {
      kind: "answered",
      status: response.statusCode,
      headers: joinRepeated(response.headers),
      ...answerBody,
      phases: phasesOf(opening, firstByteMs, startedAtMs),
      connection: connection.facts,
    };
    if (!answerBody.isBodyTruncated && answerBody.bodyError === null) reusable = connection;
    return { value, reusable };
  } catch (error) {
    const failure = classifyFailure(error, stageOf(connection, opening, bytesBefore));
    if (!failure) throw error;
    const phases = phasesOf(opening, null, startedAtMs);
    const facts = connection?.facts ?? opening.facts;
    return { value: { kind: "failed", ...failure, phases, connection: facts }, reusable };
  } finally {
    if (!reusable) await connection?.close();
  }
}

/**
 * @param bytesBefore the number of bytes received before the request was sent; null if the client is not waiting for a
 * response
 */
function stageOf(
  connection: Connection | null,
  opening: Opening,
  bytesBefore: number | null,
): AttemptStage {
  if (!connection) return opening.connectMs === null ? "connecting" : "handshake";
  const isAnswering = bytesBefore !== null && connection.bytesReceived() > bytesBefore;
  return isAnswering ? "answering" : "connected";
}

function phasesOf(
  { dnsMs, connectMs, tlsMs }: Opening,
  firstByteMs: number | null,
  startedAtMs: number,
): PhasesMs {
  return {
    dns: dnsMs && rounded(dnsMs),
    connect: connectMs && rounded(connectMs),
    tls: tlsMs && rounded(tlsMs),
    firstByte: firstByteMs && rounded(firstByteMs),
    total: rounded(performance.now() - startedAtMs),
  };
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;

function joinRepeated(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}

/** Reads at most 16 KiB. Never rejects: if the body is incomplete, the part that arrived is returned. */
async function readAnswerBody(stream: Readable) {
  // Stopping early makes the stream emit an error, which can be ignored.
  stream.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let bodyError: string | null = null;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > ANSWER_BODY_BYTES_MAX) break;
    }
  } catch (error) {
    bodyError = describeError(error);
  }
  return {
    body: Buffer.concat(chunks).subarray(0, ANSWER_BODY_BYTES_MAX),
    isBodyTruncated: bytes > ANSWER_BODY_BYTES_MAX,
    bodyError,
  };
}
