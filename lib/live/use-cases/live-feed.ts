import type { ChangeSignal } from "@/lib/documents/ports";
import type { Log, Timers } from "@/lib/kernel/ports";
import type { LiveChanges, LiveNews, LivePosition } from "../ports";

/** A listener for changes. Both methods are called during a check and must not throw. */
export interface LiveListener {
  /** Called once, when every change committed from now on will be reported. */
  onReady(): void;
  onNews(news: LiveNews): void;
}

/** The dependencies of a feed. */
export interface FeedParts {
  readonly liveChanges: LiveChanges;
  /** Announces the changes made by this process. */
  readonly changes: Pick<ChangeSignal, "subscribe">;
  readonly logger: Log;
  readonly timers: Timers;
}

const LOOK_EVERY_MS = 300;
/** The minimum interval between checks triggered by changes made by this process. */
const LOOKS_APART_MS = 50;
const LOOK_AFTER_FAILURE_MS = 1_000;

/**
 * Checks for changes made by any process and notifies all listeners, with one check for all of them; without listeners,
 * it does not query the database. While the database does not respond, listeners receive nothing; afterwards they are
 * asked to reload everything.
 */
export class LiveFeed {
  readonly #listeners = new Set<LiveListener>();
  readonly #parts: FeedParts;
  #position: LivePosition | null = null;
  #unsubscribe: (() => void) | null = null;
  #cancelNext: (() => void) | null = null;
  #isLooking = false;
  /** Whether another check is needed, because something changed during the current check. */
  #isWanted = false;
  #isFailing = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** The number of listeners. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Notifies this listener from now on. @returns a function that removes the listener and can safely be called twice */
  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#parts.changes.subscribe(() => this.#lookSoon());
    if (this.#position) listener.onReady();
    else if (!this.#isLooking && !this.#cancelNext) this.#lookIn(0);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#rest();
    };
  }

  #rest(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#cancelNext?.();
    this.#cancelNext = null;
    // A check that is running finishes normally, and listeners that join before it ends continue from its position.
    if (!this.#isLooking) this.#position = null;
  }

  #lookSoon(): void {
    if (this.#isLooking) this.#isWanted = true;
    else if (!this.#isFailing) this.#lookIn(this.#untilNextMs());
  }

  #untilNextMs(): number {
    return Math.max(0, this.#lookedAtMs + LOOKS_APART_MS - this.#parts.timers.nowMs());
  }

  #lookIn(milliseconds: number): void {
    this.#cancelNext?.();
    this.#cancelNext = this.#parts.timers.after(milliseconds, () => {
      this.#cancelNext = null;
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#isWanted = false;
    this.#lookedAtMs = this.#parts.timers.nowMs();
    try {
      const { news, position } = await this.#parts.liveChanges.look(this.#position);
      this.#tell(news, position);
    } catch (error) {
      this.#noteFailure(error);
    }
    this.#isLooking = false;
    if (this.#listeners.size === 0) this.#position = null;
    else if (this.#isFailing) this.#lookIn(LOOK_AFTER_FAILURE_MS);
    else this.#lookIn(this.#isWanted ? this.#untilNextMs() : LOOK_EVERY_MS);
  }

  #tell(seen: LiveNews, position: LivePosition): void {
    const isFirst = this.#position === null;
    const news = this.#isFailing ? { ...seen, isTooMuch: true } : seen;
    if (this.#isFailing) this.#parts.logger.info("live updates work again");
    this.#isFailing = false;
    this.#position = position;
    if (!isFirst && isEmpty(news)) return;
    for (const listener of [...this.#listeners]) {
      if (isFirst) listener.onReady();
      else listener.onNews(news);
    }
  }

  #noteFailure(err: unknown): void {
    if (!this.#isFailing)
      this.#parts.logger.warn({ err }, "live updates cannot be read and are delayed");
    this.#isFailing = true;
  }
}

const isEmpty = (news: LiveNews) =>
  news.assetIdentifiers.length === 0 &&
  !news.areAssetsChanged &&
  !news.areNotificationsChanged &&
  !news.isTooMuch;
