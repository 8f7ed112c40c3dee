import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sendExpecting } from "./generate-load";
import { type HttpConnection, openConnection } from "./http-connection";
import { type Answered, changeOf, type LoadRequest } from "./load-request";

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
