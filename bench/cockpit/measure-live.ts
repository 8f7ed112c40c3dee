import { setTimeout as sleep } from "node:timers/promises";
import { STREAMS_OF_USER_MAX } from "@/lib/http/live/live-events-endpoint";
import {
  createStagedoorRequests,
  formatRequest,
  openConnection,
  sendExpecting,
} from "../load/generate-load";
import { type Times, toTimes } from "../report/times";
import { openEventStreams } from "./event-streams";
import { insertWaiting } from "./fill-database";
import type { Cockpit } from "./start-cockpit";

/** How long a change takes to arrive, and how long a polling page's request takes in the same minute. */
export interface Live {
  readonly streams: number;
  /** The time from the response to a change until the event arrives on each stream. */
  readonly told: Times;
  readonly polling: Times;
}

/**
 * The product checks the database at least this often. Random pauses keep the changes from falling into step with these
 * checks.
 */
const PAUSE_MAX_MS = 300;

/** Changes one document after another through the API while this many streams are open. */
export async function measureLive(
  { database: { pool }, port, product, cookie, signInAnother }: Cockpit,
  { streams, changes }: { streams: number; changes: number },
  signal: AbortSignal,
): Promise<Live> {
  const waiting = await insertWaiting(pool, `LIVE-${streams}-`, changes);
  const connection = await openConnection(port);
  const cookies = [cookie];
  while (cookies.length * STREAMS_OF_USER_MAX < streams) cookies.push(await signInAnother());
  const open = await openEventStreams({ url: product.url, cookies }, streams);
  const send = async (request: string) => {
    await sendExpecting(connection, request, 200);
    return performance.now();
  };
  const { reportFailure } = createStagedoorRequests({ port, apiKey: product.apiKey });
  const poll = formatRequest({
    method: "GET",
    path: "/api/cockpit/assets",
    port,
    headers: { Cookie: cookie },
  });
  const toldMs: number[] = [];
  const pollingMs: number[] = [];
  try {
    for (const { uuid, assetIdentifier } of waiting) {
      await sleep(Math.random() * PAUSE_MAX_MS, undefined, { signal });
      const polledMs = performance.now();
      pollingMs.push((await send(poll)) - polledMs);
      const untilTold = open.untilTold(assetIdentifier);
      const [answeredMs, arrivals] = await Promise.all([
        send(reportFailure(uuid).bytes),
        untilTold,
      ]);
      // An event may arrive before the response; its time then counts as 0.
      toldMs.push(...arrivals.map((atMs) => Math.max(0, atMs - answeredMs)));
    }
  } finally {
    await open.close();
    connection.close();
  }
  return { streams, told: toTimes(toldMs), polling: toTimes(pollingMs) };
}
