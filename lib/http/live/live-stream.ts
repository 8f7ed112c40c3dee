import type { Timers } from "@/lib/kernel/ports";
import type { LiveNews } from "@/lib/live/ports";
import type { LiveFeed } from "@/lib/live/use-cases/live-feed";

/** The dependencies of one event stream. */
export interface LiveStreamParts {
  readonly feed: Pick<LiveFeed, "listen">;
  /** Returns whether the session is still valid. Rejects if this cannot be determined at the moment. */
  readonly isSignedIn: () => Promise<boolean>;
  /** The queue for these session checks. Each of them runs when its turn comes. */
  readonly sessionTurns: SessionTurns;
  /** Registers the stream, with a function that ends it in favour of a newer one. @returns a function to call at its end */
  readonly enrol: (replace: () => void) => () => void;
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
  assetIdentifiers: [],
  areAssetsChanged: false,
  areNotificationsChanged: false,
  isTooMuch: true,
};

/**
 * Opens a stream of server-sent events for one signed-in browser. It ends when the session, the connection or this
 * process ends, or a newer stream replaces it. A heartbeat is an event, because scripts in a browser cannot see comments.
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
    const leaveFeed = this.#parts.feed.listen({
      onReady: () => this.#send("ready", {}),
      onNews: (news) => this.#send("changed", news),
    });
    const leaveUser = this.#parts.enrol(() => this.#endWith("replaced"));
    this.#leave = () => {
      leaveFeed();
      leaveUser();
    };
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
    if ((this.#controller.desiredSize ?? 0) <= 0) this.#isBehind = true;
    else this.#controller.enqueue(encode(event, data));
  }

  /** Says why the stream ends, even to a slow reader: a page that does not know why opens another stream. */
  #endWith(event: "replaced" | "signed-out"): void {
    this.#controller?.enqueue(encode(event, {}));
    this.end();
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
    this.#endWith("signed-out");
  }
}

const encode = (event: string, data: LiveNews | Record<string, never>) =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** The open streams of a process by user, so that one user cannot use up all of them. */
export class UserStreams {
  /** The functions that end the streams of each user, oldest first. */
  readonly #ofUser = new Map<string, Set<() => void>>();

  /** The number of users with open streams. */
  get userCount(): number {
    return this.#ofUser.size;
  }

  /** Ends the oldest streams of a user until there are fewer than `streamsMax`. */
  makeRoom(userId: string, streamsMax: number): void {
    const streams = this.#ofUser.get(userId) ?? new Set();
    for (const replace of [...streams].slice(0, Math.max(0, streams.size - streamsMax + 1))) {
      replace();
    }
  }

  /** Adds a stream. @returns a function that removes it and can safely be called twice */
  add(userId: string, replace: () => void): () => void {
    const streams = this.#ofUser.get(userId) ?? new Set();
    this.#ofUser.set(userId, streams.add(replace));
    return () => {
      streams.delete(replace);
      if (streams.size === 0 && this.#ofUser.get(userId) === streams) this.#ofUser.delete(userId);
    };
  }
}
