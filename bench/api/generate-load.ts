import { type HttpConnection, openConnection } from "./http-connection";

/** A burst of requests to one server. */
export interface Load {
  readonly port: number;
  /** Each sends its next request when it has the answer to the one before. */
  readonly connections: number;
  readonly durationMs: number;
  /** The next request, or null when none is left, which ends the burst early. */
  readonly next: () => string | null;
  readonly expectedStatus: number;
  readonly signal: AbortSignal;
}

/** What a burst came to. */
export interface LoadResult {
  readonly seconds: number;
  /** One for each answer, in no order. */
  readonly latenciesMs: readonly number[];
}

/** Sends requests until the time is over or none is left. @throws Error for any other status than the expected one. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { port, connections, durationMs } = load;
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  try {
    const deadlineMs = startMs + durationMs;
    await Promise.all(opened.map((each) => sendOneByOne(each, load, deadlineMs, latenciesMs)));
  } finally {
    for (const connection of opened) connection.close();
  }
  return { seconds: (performance.now() - startMs) / 1000, latenciesMs };
}

async function sendOneByOne(
  connection: HttpConnection,
  { next, expectedStatus, signal }: Load,
  deadlineMs: number,
  latenciesMs: number[],
): Promise<void> {
  for (let sentMs = performance.now(); sentMs < deadlineMs; sentMs = performance.now()) {
    signal.throwIfAborted();
    const request = next();
    if (request === null) return;
    const { status, body } = await connection.send(request);
    latenciesMs.push(performance.now() - sentMs);
    if (status !== expectedStatus) {
      throw new Error(`answered ${status} instead of ${expectedStatus}: ${request}\n${body}`);
    }
  }
}
