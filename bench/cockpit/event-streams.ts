import type { LiveEvent } from "@/lib/http/live/cockpit-schemas";
import { STREAMS_OF_USER_MAX } from "@/lib/http/live/live-events-endpoint";

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
