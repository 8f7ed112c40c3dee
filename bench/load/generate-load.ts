import { once, setMaxListeners } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { STATUS } from "@/lib/documents/rules/status";

/** A burst of requests to one server. */
export interface Load {
  readonly port: number;
  /** Each connection sends its next request when it has the response to the previous one. */
  readonly connections: number;
  readonly durationMs: number;
  /** Returns the next request, or null if there are no more, which ends the burst early. */
  readonly next: () => LoadRequest | null;
  readonly expectedStatus: number;
  readonly signal: AbortSignal;
}

/** The results of a burst. */
export interface LoadResult {
  readonly seconds: number;
  /** The successful requests, in no particular order. */
  readonly answered: readonly Answered[];
}

/** Sends requests until the time is up or no requests are left. @throws Error if a response has an unexpected status */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { port, connections, durationMs } = load;
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const answered: Answered[] = [];
  const startMs = performance.now();
  try {
    const deadlineMs = startMs + durationMs;
    await Promise.all(opened.map((each) => sendOneByOne(each, load, deadlineMs, answered)));
  } finally {
    for (const connection of opened) connection.close();
  }
  return { seconds: (performance.now() - startMs) / 1000, answered };
}

async function sendOneByOne(
  connection: HttpConnection,
  { next, expectedStatus, signal }: Load,
  deadlineMs: number,
  answered: Answered[],
): Promise<void> {
  for (let dueMs = performance.now(); dueMs < deadlineMs; dueMs = performance.now()) {
    signal.throwIfAborted();
    const request = next();
    if (request === null) return;
    const body = await sendExpecting(connection, request.bytes, expectedStatus);
    answered.push({ change: changeOf(request, body), dueMs, answeredMs: performance.now() });
  }
}

/** Sends a request and returns the body of the response. @throws Error if the status is not the expected one */
export async function sendExpecting(
  connection: HttpConnection,
  request: string,
  expectedStatus: number,
): Promise<string> {
  const { status, body } = await connection.send(request);
  if (status === expectedStatus) return body;
  throw new Error(`answered ${status} instead of ${expectedStatus}: ${request}\n${body}`);
}

/** The requests to send, and how many per second. */
export interface RatedLoad {
  readonly port: number;
  readonly requests: readonly LoadRequest[];
  readonly perSecond: number;
  readonly expectedStatus: number;
  readonly signal: AbortSignal;
}

const CONNECTIONS = 32;

/**
 * Sends requests at a steady rate, however long the responses take. A client that waits for a response before it sends
 * the next request only measures a server that is not busy. @throws Error if a response has an unexpected status
 */
export async function sendAtRate(load: RatedLoad): Promise<Answered[]> {
  const { port, requests, perSecond, expectedStatus, signal } = load;
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  const all = [...free];
  const waiting: ((connection: HttpConnection) => void)[] = [];
  const take = () =>
    new Promise<HttpConnection>((resolve) => {
      const connection = free.pop();
      if (connection) resolve(connection);
      else waiting.push(resolve);
    });
  const giveBack = (connection: HttpConnection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };
  // Every request waits until it is due, and every wait adds a listener to the signal.
  setMaxListeners(requests.length + 1, signal);
  const startMs = performance.now();
  const sending = requests.map(async (request, index): Promise<Answered> => {
    const dueMs = startMs + (index * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal });
    const connection = await take();
    const body = await sendExpecting(connection, request.bytes, expectedStatus);
    const answeredMs = performance.now();
    giveBack(connection);
    return { change: changeOf(request, body), dueMs, answeredMs };
  });
  try {
    return await Promise.all(sending);
  } finally {
    for (const connection of all) connection.close();
  }
}

/** A request as raw text, and the change that a notification about it will contain. */
export interface LoadRequest {
  readonly bytes: string;
  /** The status change caused by a successful request; null if it triggers no notification. */
  readonly change: {
    /** The document's UUID; null if the server chooses it and returns it in the response. */
    readonly uuid: string | null;
    readonly status: number;
  } | null;
}

/** A request that succeeded. Times are values of `performance.now()`. */
export interface Answered {
  /** The key of the change (see `changeKey`), or null if no notification is sent. */
  readonly change: string | null;
  /** The time at which the request was due, whether or not a connection was free. */
  readonly dueMs: number;
  readonly answeredMs: number;
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** Identifies a change in a notification. */
export const changeKey = (uuid: string, status: number) => `${uuid} ${status}`;

/**
 * Returns the key of the change that a response confirms. @throws Error if the server should have chosen a UUID but did
 * not return one
 */
export function changeOf({ change }: LoadRequest, answer: string): string | null {
  if (!change) return null;
  const uuid = change.uuid ?? UUID.exec(answer)?.[0];
  if (uuid === undefined) throw new Error(`the response has no UUID: ${answer}`);
  return changeKey(uuid, change.status);
}

const DOCUMENTS = "/external-api/staged-documents";

/** Creates the external API's calls for a client with an API key. */
export function createStagedoorRequests({ port, apiKey }: { port: number; apiKey: string }) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const send = (method: string, path: string, body?: unknown) =>
    formatRequest({ method, path, port, headers, body });
  const report = (uuid: string, status: number): LoadRequest => ({
    bytes: send("PUT", `${DOCUMENTS}/${uuid}`, { status }),
    change: { uuid, status },
  });
  return {
    create: (name: string): LoadRequest => ({
      bytes: send("POST", DOCUMENTS, { assetIdentifier: "BLD-0001", name }),
      change: { uuid: null, status: STATUS.waitingForUpload },
    }),
    reportSuccess: (uuid: string) => report(uuid, STATUS.uploadSuccessful),
    /** A failed upload can be reported without a file in the object store. */
    reportFailure: (uuid: string) => report(uuid, STATUS.uploadFailed),
    read: (uuid: string): LoadRequest => ({
      bytes: send("GET", `${DOCUMENTS}/${uuid}`),
      change: null,
    }),
  };
}

/** The parts of a request that a client sends. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly port: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request, which is sent as JSON. */
  readonly body?: unknown;
}

/** Formats a request as curl would send it to a port on 127.0.0.1. */
export function formatRequest({ method, path, port, headers = {}, body }: HttpRequest): string {
  const json = body === undefined ? null : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Accept: */*"];
  lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  if (json !== null) {
    lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(json)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${json ?? ""}`;
}

/** A complete response. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** A keep-alive connection that handles one request at a time. */
export interface HttpConnection {
  /** Sends a complete request as raw text. Rejects if the server closes the connection or sends nothing for 30 s. */
  send(request: string): Promise<HttpAnswer>;
  close(): void;
}

const SILENCE_MAX_MS = 30_000;
const END_OF_HEAD = "\r\n\r\n";
const END_OF_CHUNKS = Buffer.from("\r\n0\r\n\r\n");

/**
 * Opens a connection to a port on 127.0.0.1. It uses plain sockets, because a `node:http` client would use more CPU time
 * than the bare server that is being measured.
 */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy(new Error("no response within 30 s")));
  return overSocket(socket);
}

function overSocket(socket: Socket): HttpConnection {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null;
  let failure: Error | null = null;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = parseAnswer(received);
    if (!answer) return;
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Returns the response, or null if a part of it is still missing. */
function parseAnswer(received: Buffer): HttpAnswer | null {
  const headEnd = received.indexOf(END_OF_HEAD);
  if (headEnd < 0) return null;
  const head = received.toString("latin1", 0, headEnd);
  const status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const bodyStart = headEnd + END_OF_HEAD.length;
  if (length !== undefined) {
    const isWhole = received.length >= bodyStart + Number(length);
    return isWhole ? { status, body: received.toString("utf8", bodyStart) } : null;
  }
  // JSON contains no raw line break, so only the last chunk can end with these bytes.
  const isWhole = received.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS);
  return isWhole ? { status, body: joinChunks(received, bodyStart) } : null;
}

/** @param start the position of the first chunk's length; all chunks must have arrived */
function joinChunks(received: Buffer, start: number): string {
  const chunks: Buffer[] = [];
  for (let position = start; ; ) {
    const lineEnd = received.indexOf("\r\n", position);
    const length = Number.parseInt(received.toString("latin1", position, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(chunks).toString("utf8");
    const chunkStart = lineEnd + 2;
    chunks.push(received.subarray(chunkStart, chunkStart + length));
    position = chunkStart + length + 2;
  }
}
