import { type HttpConnection, openConnection } from "./http-connection";
import { type Answered, changeOf, type LoadRequest } from "./load-request";

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
