import type { Readable } from "node:stream";
import {
  ANSWER_BODY_BYTES_MAX,
  type PhasesMs,
  type WebhookAnswer,
  type WebhookRequest,
} from "@/lib/notifications/ports/webhook-transport";
import { type AttemptStage, classifyFailure, describeError } from "./classify-failure";
import type { Connection } from "./connection";
import { beginOpening, type Opening } from "./connection-facts";
import type { PooledWork } from "./connection-pool";

/** A request with everything that its tries have in common. */
interface Attempt {
  readonly request: WebhookRequest;
  readonly open: (opening: Opening, ended: AbortSignal) => Promise<Connection>;
  readonly startedAtMs: number;
  /** Over everything, a second try included. */
  readonly deadline: AbortSignal;
}

/**
 * Sends one request and reads its answer, all within one time. A kept connection may be closed by the receiver at the very
 * moment: then the request goes out once more, over a new one. A connection may be used again only after an answer that was
 * read to its end; any other is closed.
 * @param given.open opens a connection when none was kept
 * @throws what our own process lacks for a moment
 */
export async function sendRequest(
  kept: Connection | null,
  given: Pick<Attempt, "request" | "open"> & { readonly timeoutMs: number },
): Promise<PooledWork<WebhookAnswer>> {
  const deadline = AbortSignal.timeout(given.timeoutMs);
  const attempt = { ...given, startedAtMs: performance.now(), deadline };
  if (kept) {
    const first = await tryOnce(kept, attempt);
    if (first.value.kind === "answered" || first.value.code !== "connection-closed") return first;
  }
  return tryOnce(null, attempt);
}

async function tryOnce(
  kept: Connection | null,
  { request, open, startedAtMs, deadline }: Attempt,
): Promise<PooledWork<WebhookAnswer>> {
  // A connection that was open before this attempt cost it nothing.
  const opening = beginOpening();
  let connection = kept;
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

/** @param bytesBefore received when the request was handed over; null while the client is not at work */
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

/** Reads at most 16 KiB and asks for no more. Never rejects: a body that breaks off is as long as it came. */
async function readAnswerBody(stream: Readable) {
  // Ending it early is an error to the stream itself, which nobody needs to hear.
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
