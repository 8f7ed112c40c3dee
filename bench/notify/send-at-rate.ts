import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type HttpConnection, openConnection } from "../api/http-connection";

/** What is sent, and how often. */
export interface RatedLoad {
  readonly port: number;
  readonly apiKey: string;
  readonly uuids: readonly string[];
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/** A change that was answered with success. */
export interface AnsweredChange {
  readonly uuid: string;
  /** `performance.now()` at which it was to be sent, whether a connection was free or not. */
  readonly dueMs: number;
  readonly answeredMs: number;
}

const CONNECTIONS = 32;

/**
 * Reports each document as failed, at a steady rate whatever the answers take: who waits for answers before sending the next
 * request measures a server only when it is not busy. @throws Error for any answer but 200
 */
export async function sendAtRate(load: RatedLoad): Promise<AnsweredChange[]> {
  const { port, uuids, perSecond, signal } = load;
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
  // Each change waits for its moment, and each of those waits listens to the signal.
  setMaxListeners(uuids.length + 1, signal);
  const startMs = performance.now();
  const sending = uuids.map(async (uuid, index): Promise<AnsweredChange> => {
    const dueMs = startMs + (index * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal });
    const connection = await take();
    const { status, body } = await connection.send(reportFailed(load, uuid));
    if (status !== 200) throw new Error(`answered ${status} instead of 200: ${body}`);
    const answeredMs = performance.now();
    giveBack(connection);
    return { uuid, dueMs, answeredMs };
  });
  try {
    return await Promise.all(sending);
  } finally {
    for (const connection of all) connection.close();
  }
}

const BODY = JSON.stringify({ status: 6 });

const reportFailed = ({ port, apiKey }: RatedLoad, uuid: string) =>
  [
    `PUT /external-api/staged-documents/${uuid} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
    `\r\n${BODY}`,
  ].join("\r\n");
