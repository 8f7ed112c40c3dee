import type { Timers } from "@/lib/kernel/ports/timers";
import type { LiveNews } from "@/lib/live/ports/live-changes";
import type { LiveFeed } from "@/lib/live/use-cases/live-feed";

/** The dependencies of one event stream. */
export interface LiveStreamParts {
  readonly feed: Pick<LiveFeed, "listen">;
  /** Returns whether the session is still valid. Rejects if this cannot be determined at the moment. */
  readonly isSignedIn: () => Promise<boolean>;
  /** The queue for these session checks. Each of them runs when its turn comes. */
  readonly sessionTurns: SessionTurns;
  /** The signals that end the stream. */
  readonly endings: readonly AbortSignal[];
  readonly timers: Timers;
}

/** Puts a session check into a queue that all streams of a process share. */
export type SessionTurns = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

const BEAT_EVERY_MS = 15_000;
const SESSION_CHECK_EVERY_MS = 5_000;
/**
 * If a slow reader has more unread bytes than this, it gets a single event that tells it to reload everything once it
 * continues reading.
 */
const UNREAD_BYTES_MAX = 64 * 1024;

const EVERYTHING: LiveNews = {
  ...{ assetIdentifiers: [], areAssetsChanged: false, areNotificationsChanged: false },
  isTooMuch: true,
};

/**
 * Opens a stream of server-sent events for one signed-in browser. It ends when the session, the connection or this
 * process ends. A heartbeat is an event, because scripts in a browser cannot see comments.
 */
export function openLiveStream(parts: LiveStreamParts): ReadableStream<Uint8Array> {
  const stream = new LiveStream(parts);
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => stream.start(controller),
      pull: () => stream.catchUp(),
      cancel: () => stream.end(),
    },
    { highWaterMark: UNREAD_BYTES_MAX, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

class LiveStream {
  readonly #parts: LiveStreamParts;
  readonly #onEnding = () => this.end();
  readonly #cancelTimers = new Map<string, () => void>();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #leave: () => void = () => undefined;
  #isBehind = false;

  constructor(parts: LiveStreamParts) {
    this.#parts = parts;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    for (const signal of this.#parts.endings) {
      signal.addEventListener("abort", this.#onEnding, { once: true });
    }
    this.#leave = this.#parts.feed.listen({
      onReady: () => this.#send("ready", {}),
      onNews: (news) => this.#send("changed", news),
    });
    this.#beatLater();
    this.#checkSessionLater();
    if (this.#parts.endings.some(({ aborted }) => aborted)) this.end();
  }

  /** Called when the stream has room for more events. */
  catchUp(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    this.#send("changed", EVERYTHING);
  }

  /** Ends the stream. Can be called more than once. */
  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = null;
    this.#leave();
    for (const cancel of this.#cancelTimers.values()) cancel();
    for (const signal of this.#parts.endings) signal.removeEventListener("abort", this.#onEnding);
    try {
      controller.close();
    } catch {
      // The reader has already cancelled the stream.
    }
  }

  #send(event: string, data: LiveNews | Record<string, never>): void {
    if (!this.#controller) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) {
      this.#isBehind = true;
      return;
    }
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#controller.enqueue(new TextEncoder().encode(text));
  }

  #later(name: string, milliseconds: number, run: () => void): void {
    this.#cancelTimers.set(name, this.#parts.timers.after(milliseconds, run));
  }

  #beatLater(): void {
    this.#later("beat", BEAT_EVERY_MS, () => {
      this.#send("beat", {});
      this.#beatLater();
    });
  }

  #checkSessionLater(): void {
    this.#later("session", SESSION_CHECK_EVERY_MS, () => void this.#checkSession());
  }

  async #checkSession(): Promise<void> {
    const { sessionTurns, isSignedIn: ask } = this.#parts;
    // The stream may have ended while its check was waiting. A check that fails does not mean that the session has ended,
    // and another check follows.
    const isSignedIn = await sessionTurns(async () => !this.#controller || (await ask())).catch(
      () => true,
    );
    if (!this.#controller) return;
    if (isSignedIn) return this.#checkSessionLater();
    this.#send("signed-out", {});
    this.end();
  }
}
