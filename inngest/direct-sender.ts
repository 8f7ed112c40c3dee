import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { readStart } from "@/lib/kernel/rules/read-start";

/** An event in the format of Inngest's event API. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
  /** Prevents a duplicate of this event from starting another run. */
  readonly id?: string;
}

/** The settings for sending events to an event API. */
export interface EventApi {
  readonly baseUrl: string;
  readonly eventKey: string;
  /** The timeout for one request, to the end of its response. */
  readonly timeoutMs: number;
}

const CONNECTIONS_MAX = 4;
/** The SDK makes the same number of attempts, and a restarting server is back within that time. */
const TRIES_MAX = 5;
const FIRST_PAUSE_MS = 100;
/** The maximum number of bytes of a response to read; the rest is not received. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** The maximum number of characters of an error response to keep. */
const REFUSAL_CHARACTERS_MAX = 500;

/**
 * Creates a sender that posts events to an Inngest server's event API over keep-alive connections. It retries failed
 * requests, so use it only for events that may arrive twice.
 * @returns a function that rejects if the server does not accept all events
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
    const { statusCode, body } = await pool.request({
      method: "POST",
      path,
      headers,
      body: text,
      // The pool's own timeouts start again with each piece that arrives.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await readStart(body, ANSWER_BYTES_MAX);
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

/**
 * Removes the event key, because servers and proxies quote the path of a rejected request in their response, which we
 * log.
 */
function withoutKey(text: string, eventKey: string): string {
  if (eventKey === "") return text;
  const spellings = [encodeURIComponent(eventKey), eventKey];
  return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "…"), text);
}
