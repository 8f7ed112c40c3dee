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

/** Event streams that are open at the same time, like those of several browsers. */
export interface EventStreams {
  /** Resolves with the time (`performance.now()`) at which each stream reported a change to this asset. */
  untilTold(assetIdentifier: string): Promise<number[]>;
  close(): Promise<void>;
}

const TOLD_TIMEOUT_MS = 10_000;

/**
 * Opens the streams and resolves when all of them are ready. The first `STREAMS_OF_USER_MAX` belong to the first session
 * cookie, and so on.
 */
export async function openEventStreams(
  { url, cookies }: { url: string; cookies: readonly string[] },
  count: number,
): Promise<EventStreams> {
  const ending = new AbortController();
  const all = Array.from({ length: count }, () => new Listener());
  const reading = all.map((listener, n) => {
    const cookie = cookies[Math.floor(n / STREAMS_OF_USER_MAX)] ?? "";
    return listener.listen(url, cookie, ending.signal);
  });
  const failed = Promise.all(reading).then(() => Promise.reject(new Error("the streams ended")));
  // Prevents an unhandled rejection, because a failure may occur while nothing is waiting for an event.
  failed.catch(() => undefined);
  await Promise.race([Promise.all(all.map((listener) => listener.ready)), failed]);
  return {
    untilTold: async (assetIdentifier) => {
      const told = Promise.all(all.map((listener) => listener.untilTold(assetIdentifier)));
      return Promise.race([told, failed]);
    },
    close: async () => {
      ending.abort();
      await Promise.allSettled(reading);
    },
  };
}

class Listener {
  readonly ready: Promise<void>;
  #onReady: () => void = () => undefined;
  #wanted: { assetIdentifier: string; resolve: (atMs: number) => void } | null = null;

  constructor() {
    this.ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
  }

  untilTold(assetIdentifier: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = () =>
        reject(new Error(`no stream sent an event for ${assetIdentifier} in time`));
      const timer = setTimeout(late, TOLD_TIMEOUT_MS);
      this.#wanted = {
        assetIdentifier,
        resolve: (atMs) => {
          clearTimeout(timer);
          resolve(atMs);
        },
      };
    });
  }

  async listen(url: string, cookie: string, signal: AbortSignal): Promise<void> {
    const answer = await fetch(`${url}/api/cockpit/events`, { headers: { cookie }, signal });
    if (!answer.ok || !answer.body) throw new Error(`the stream responded with ${answer.status}`);
    let text = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const parts = `${text}${chunk}`.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.#hear(part);
    }
  }

  #hear(event: string): void {
    const nowMs = performance.now();
    const [, name, data = ""] = /^event: (.+)\ndata: (.*)$/.exec(event) ?? [];
    if (name === "ready") this.#onReady();
    if (name !== "changed" || !this.#wanted) return;
    const { assetIdentifiers, isTooMuch }: LiveEvent = JSON.parse(data);
    if (isTooMuch || assetIdentifiers.includes(this.#wanted.assetIdentifier)) {
      this.#wanted.resolve(nowMs);
      this.#wanted = null;
    }
  }
}
