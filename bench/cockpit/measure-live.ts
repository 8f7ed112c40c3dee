import { setTimeout as sleep } from "node:timers/promises";
import { STATUS } from "@/lib/documents/rules/status";
import { openConnection } from "../api/http-connection";
import { openEventStreams } from "./event-streams";
import { insertWaiting } from "./fill-database";
import type { Cockpit } from "./start-cockpit";
import { type Times, toTimes } from "./times";

/** How fast a change is told, and in the same minute how long the request of a page that polls instead takes. */
export interface Live {
  readonly streams: number;
  /** From the answer of the change to the event at each stream. */
  readonly told: Times;
  readonly polling: Times;
}

/** A look into the database begins at least so often: changes must not come in step with it. */
const PAUSE_MAX_MS = 300;

/** Changes one document after the other by the API while so many streams are open. */
export async function measureLive(
  { database: { pool }, port, product, cookie }: Cockpit,
  { streams, changes }: { streams: number; changes: number },
  signal: AbortSignal,
): Promise<Live> {
  const waiting = await insertWaiting(pool, `LIVE-${streams}-`, changes);
  const connection = await openConnection(port);
  const open = await openEventStreams({ url: product.url, cookie }, streams);
  const send = async (request: string) => {
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`answered ${status} instead of 200: ${request}`);
    return performance.now();
  };
  const toldMs: number[] = [];
  const pollingMs: number[] = [];
  try {
    for (const { uuid, assetIdentifier } of waiting) {
      await sleep(Math.random() * PAUSE_MAX_MS, undefined, { signal });
      const polledMs = performance.now();
      pollingMs.push((await send(pollRequest(port, cookie))) - polledMs);
      const untilTold = open.untilTold(assetIdentifier);
      const [answeredMs, arrivals] = await Promise.all([
        send(failRequest(port, product.apiKey, uuid)),
        untilTold,
      ]);
      // An event may overtake the answer on its way.
      toldMs.push(...arrivals.map((atMs) => Math.max(0, atMs - answeredMs)));
    }
  } finally {
    await open.close();
    connection.close();
  }
  return { streams, told: toTimes(toldMs), polling: toTimes(pollingMs) };
}

const pollRequest = (port: number, cookie: string) =>
  `GET /api/cockpit/assets HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`;

const BODY = JSON.stringify({ status: STATUS.uploadFailed });

const failRequest = (port: number, apiKey: string, uuid: string) =>
  [
    `PUT /external-api/staged-documents/${uuid} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
    `\r\n${BODY}`,
  ].join("\r\n");
