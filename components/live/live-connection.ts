import type { LiveEvent } from "@/lib/http/live/cockpit-schemas";

/** How changes of others come in: at once, by asking again and again while the stream is lost, or not while nobody is signed in. */
export type LiveState = "connecting" | "live" | "polling" | "signed-out";

/** What may have changed; `everything` after a time in which nobody listened, and at each poll. */
export type LiveNews = LiveEvent | "everything";

/** An event stream as far as it is used. */
type Source = Pick<EventSource, "addEventListener" | "close">;

/** What the connection needs from the browser. */
export interface LiveSurroundings {
  /** Milliseconds since any moment, never less than before. */
  readonly nowMs: () => number;
  readonly open: (url: string) => Source;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}

const STREAM = "/api/cockpit/events";
/** The server says something every 15 s; a connection that is silent for longer is dead, whatever the browser thinks. */
const SILENCE_MS = 35_000;
const POLL_MS = 5_000;
/** So long after the server has read what a page shows, the page may begin to listen. */
const RENDERED_WITHIN_MS = 10_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/**
 * Keeps one event stream open. Whoever listens hears news, and `everything` whenever some may have been missed: when the stream
 * opens, for the page was made before, after each reconnection, and every 5 s while there is no stream. Who begins to listen later
 * hears the news of the last seconds too. So nothing stays stale, however the stream fails.
 */
export class LiveConnection {
  #state: LiveState = "connecting";
  #source: Source | null = null;
  #failures = 0;
  /** What the server rendered is older than the stream. */
  #mayHaveMissed = true;
  #recent: readonly { readonly news: LiveNews; readonly atMs: number }[] = [];
  readonly #timers = new Map<"silence" | "poll" | "reconnect", () => void>();
  readonly #stateListeners = new Set<() => void>();
  readonly #newsListeners = new Set<(news: LiveNews) => void>();

  constructor(
    private readonly surroundings: LiveSurroundings,
    private readonly onSignedOut: () => void,
  ) {}

  get state(): LiveState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onNews(listener: (news: LiveNews) => void): () => void {
    this.#newsListeners.add(listener);
    this.#forgetOld();
    for (const { news } of this.#recent) listener(news);
    return () => this.#newsListeners.delete(listener);
  }

  /** Opens the stream; harmless while it is open. */
  start(): void {
    if (this.#source || this.#timers.has("reconnect")) return;
    this.#open();
  }

  /** Closes everything; what happens meanwhile arrives as `everything` after the next start. */
  stop(): void {
    this.#close();
    for (const end of this.#timers.values()) end();
    this.#timers.clear();
    this.#mayHaveMissed = true;
    this.#setState("connecting");
  }

  /** Closes everything and says so until the next start. */
  signOut(): void {
    this.stop();
    this.#setState("signed-out");
  }

  #open(): void {
    const source = this.surroundings.open(STREAM);
    this.#source = source;
    this.#listenForSilence();
    source.addEventListener("ready", () => this.#whileOpen(source, () => this.#ready()));
    source.addEventListener("beat", () => this.#whileOpen(source, () => this.#listenForSilence()));
    source.addEventListener("changed", (event) =>
      this.#whileOpen(source, () => this.#changed(event)),
    );
    source.addEventListener("signed-out", () =>
      this.#whileOpen(source, () => {
        this.signOut();
        this.onSignedOut();
      }),
    );
    // The browser would retry some failures and give up others: we retry all, with our own pauses.
    source.addEventListener("error", () => this.#whileOpen(source, () => this.#lost()));
  }

  #whileOpen(source: Source, act: () => void): void {
    if (source === this.#source) act();
  }

  #ready(): void {
    this.#failures = 0;
    this.#end("poll");
    this.#listenForSilence();
    this.#setState("live");
    if (this.#mayHaveMissed) this.#tell("everything");
    this.#mayHaveMissed = false;
  }

  #changed(event: Event): void {
    this.#listenForSilence();
    const news: LiveEvent = JSON.parse((event as MessageEvent<string>).data);
    this.#tell(news.isTooMuch ? "everything" : news);
  }

  #lost(): void {
    this.#close();
    this.#mayHaveMissed = true;
    this.#setState("polling");
    const pauseMs = RECONNECT_MS[Math.min(this.#failures, RECONNECT_MS.length - 1)] ?? POLL_MS;
    this.#failures += 1;
    this.#begin("reconnect", pauseMs, () => this.#open());
    if (!this.#timers.has("poll")) this.#pollLater();
  }

  #pollLater(): void {
    this.#begin("poll", POLL_MS, () => {
      this.#tell("everything");
      this.#pollLater();
    });
  }

  #listenForSilence(): void {
    this.#begin("silence", SILENCE_MS, () => this.#lost());
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    this.#end("silence");
  }

  #begin(name: "silence" | "poll" | "reconnect", ms: number, run: () => void): void {
    this.#end(name);
    const end = this.surroundings.setTimer(() => {
      this.#timers.delete(name);
      run();
    }, ms);
    this.#timers.set(name, end);
  }

  #end(name: "silence" | "poll" | "reconnect"): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener();
  }

  #tell(news: LiveNews): void {
    this.#forgetOld();
    this.#recent = [...this.#recent, { news, atMs: this.surroundings.nowMs() }];
    for (const listener of [...this.#newsListeners]) listener(news);
  }

  #forgetOld(): void {
    const sinceMs = this.surroundings.nowMs() - RENDERED_WITHIN_MS;
    this.#recent = this.#recent.filter(({ atMs }) => atMs >= sinceMs);
  }
}
