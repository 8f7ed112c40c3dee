import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

/** An event as Inngest's event API takes it. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
  /** Makes a repeated event begin nothing. */
  readonly id?: string;
}

/** Where events go. */
export interface EventApi {
  readonly baseUrl: string;
  readonly eventKey: string;
  /** Of one request. */
  readonly timeoutMs: number;
}

const CONNECTIONS_MAX = 4;
/** As the SDK tries: a server that starts again is back within that time. */
const TRIES_MAX = 5;
const FIRST_PAUSE_MS = 100;
/** A refusal is read up to here and no further. */
const REFUSAL_CHARACTERS_MAX = 500;

/**
 * Makes what sends events to an Inngest server, by its event API and over kept connections. Sent again after a failure, so it is
 * for events that may come twice.
 * @returns a function that rejects when the server does not take all of them
 */
export function createDirectSender(api: EventApi): (events: readonly SentEvent[]) => Promise<void> {
  const { baseUrl, eventKey, timeoutMs } = api;
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  });
  const path = `${pathname.replace(/\/$/, "")}/e/${encodeURIComponent(eventKey)}`;
  const trySending = async (text: string) => {
    const headers = { "content-type": "application/json" };
    const { statusCode, body } = await pool.request({ method: "POST", path, headers, body: text });
    const answer = await body.text();
    if (statusCode === 200) return;
    const refusal = withoutKey(answer, eventKey).slice(0, REFUSAL_CHARACTERS_MAX);
    throw new Error(`it answered ${statusCode}: ${refusal}`);
  };
  return async (events) => {
    const ts = Date.now();
    const text = JSON.stringify(events.map((event) => ({ ...event, ts })));
    for (let tries = 1; ; tries += 1) {
      try {
        return await trySending(text);
      } catch (error) {
        if (tries === TRIES_MAX) throw error;
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { ref: false });
      }
    }
  };
}

/** Servers and proxies quote the path of a request that they refuse, and refusals are logged. */
function withoutKey(text: string, eventKey: string): string {
  if (eventKey === "") return text;
  const spellings = [encodeURIComponent(eventKey), eventKey];
  return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "…"), text);
}
