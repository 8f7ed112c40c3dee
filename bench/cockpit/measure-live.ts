import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveEvent } from "@/lib/http/live/cockpit-schemas";
import { STREAMS_OF_USER_MAX } from "@/lib/http/live/live-events-endpoint";
import {
  createStagedoorRequests,
  formatRequest,
  openConnection,
  sendExpecting,
} from "../load/generate-load";
import { type Times, toTimes } from "../report/times";
import { insertWaiting } from "./fill-database";
import type { Cockpit } from "./start-cockpit";

/** How long a change takes to arrive, and how long a polling page's request takes in the same minute. */
export interface Live {
  readonly streams: number;
  /** The time from the response to a change until the event arrives on each stream. */
  readonly arrival: Times;
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
  const arrivalMs: number[] = [];
  const pollingMs: number[] = [];
  try {
    for (const { uuid, assetIdentifier } of waiting) {
      await sleep(Math.random() * PAUSE_MAX_MS, undefined, { signal });
      const polledMs = performance.now();
      pollingMs.push((await send(poll)) - polledMs);
      const changed = open.untilChanged(assetIdentifier);
      const [answeredMs, arrivals] = await Promise.all([send(reportFailure(uuid).bytes), changed]);
      // An event may arrive before the response; its time then counts as 0.
      arrivalMs.push(...arrivals.map((atMs) => Math.max(0, atMs - answeredMs)));
    }
  } finally {
    await open.close();
    connection.close();
  }
  return { streams, arrival: toTimes(arrivalMs), polling: toTimes(pollingMs) };
}

const EVENT_TIMEOUT_MS = 10_000;

/**
 * Opens event streams like those of several browsers, and resolves when all of them are ready. The first
 * `STREAMS_OF_USER_MAX` belong to the first session cookie, and so on.
 */
async function openEventStreams(
  { url, cookies }: { url: string; cookies: readonly string[] },
  count: number,
) {
  const ending = new AbortController();
  const streams = Array.from({ length: count }, () => new EventEmitter());
  const reading = streams.map((stream, n) => {
    const cookie = cookies[Math.floor(n / STREAMS_OF_USER_MAX)] ?? "";
    return readEvents(stream, url, cookie, ending.signal);
  });
  const failed = Promise.all(reading).then(() => Promise.reject(new Error("the streams ended")));
  // Prevents an unhandled rejection, because a failure may occur while nothing is waiting for an event.
  failed.catch(() => undefined);
  const untilAll = (isWanted: IsWanted): Promise<number[]> =>
    Promise.race([Promise.all(streams.map((stream) => untilEvent(stream, isWanted))), failed]);
  await untilAll((name) => name === "ready");
  return {
    /** Resolves with the time (`performance.now()`) at which each stream reported a change to this asset. */
    untilChanged: (assetIdentifier: string) =>
      untilAll((name, data) => {
        if (name !== "changed") return false;
        const { assetIdentifiers, isTooMuch }: LiveEvent = JSON.parse(data);
        return isTooMuch || assetIdentifiers.includes(assetIdentifier);
      }),
    close: async () => {
      ending.abort();
      await Promise.allSettled(reading);
    },
  };
}

type IsWanted = (name: string, data: string) => boolean;

/** Emits each event of a stream with its name, its data and the time of its arrival. */
async function readEvents(
  stream: EventEmitter,
  url: string,
  cookie: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(`${url}/api/cockpit/events`, { headers: { cookie }, signal });
  if (!answer.ok || !answer.body) throw new Error(`the stream responded with ${answer.status}`);
  let text = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = `${text}${chunk}`.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const [, name, data = ""] = /^event: (.+)\ndata: (.*)$/.exec(part) ?? [];
      stream.emit("event", name, data, performance.now());
    }
  }
}

function untilEvent(stream: EventEmitter, isWanted: IsWanted): Promise<number> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stream.off("event", hear);
    };
    const hear = (name: string, data: string, atMs: number) => {
      if (!isWanted(name, data)) return;
      end();
      resolve(atMs);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("no stream sent the event in time"));
    }, EVENT_TIMEOUT_MS);
    stream.on("event", hear);
  });
}
