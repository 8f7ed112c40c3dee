import type { LiveEvent } from "@/lib/http/live/cockpit-schemas";

/**
 * How other people's changes arrive: live; by polling while the stream is lost, or was replaced by one of the user's other
 * pages; or not at all, while offline or signed out.
 */
export type LiveState = "connecting" | "live" | "polling" | "replaced" | "offline" | "signed-out";

/** An update about what may have changed; `everything` if changes may have been missed, and on every poll. */
export type LiveNews = LiveEvent | "everything";

/** The part of EventSource that is used. */
type Source = Pick<EventSource, "addEventListener" | "close">;

/** The browser functions that the connection needs. */
interface LiveSurroundings {
  /** Returns milliseconds from a monotonic clock. */
  readonly nowMs: () => number;
  readonly open: (url: string) => Source;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}

const STREAM = "/api/cockpit/events";
/**
 * The server sends something every 15 s. A connection that is silent for longer is dead, even if the browser considers it
 * open.
 */
const SILENCE_MS = 35_000;
const POLL_MS = 5_000;
/** The longest time between the server reading a page's data and the page starting to listen. */
const RENDERED_WITHIN_MS = 10_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/**
 * Keeps one event stream open and passes its updates to listeners. They receive `everything` whenever changes may have
 * been missed: when the stream first opens, after each reconnection, and every 5 s while there is no stream. A new
 * listener also receives the updates from the last few seconds. Nothing on the page therefore stays stale, however the
 * stream fails.
 */
export class LiveConnection {
  #state: LiveState = "connecting";
  #source: Source | null = null;
  #failures = 0;
  /** The server rendered the page before the stream was opened. */
  #mayHaveMissed = true;
  #recent: readonly { readonly news: LiveNews; readonly atMs: number }[] = [];
  #isOnline = true;
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

  /** Opens the stream; does nothing if it is open or about to be reopened. */
  start(): void {
    if (this.#source || this.#timers.has("reconnect")) return;
    this.#open();
  }

  /** Closes the stream. After the next start, `everything` is reported, to cover changes made in the meantime. */
  stop(): void {
    this.#close();
    for (const end of this.#timers.values()) end();
    this.#timers.clear();
    this.#mayHaveMissed = true;
    this.#setState("connecting");
  }

  /** Closes the stream and sets the state to `signed-out` until the next start. */
  signOut(): void {
    this.stop();
    this.#setState("signed-out");
  }

  /**
   * Handles the browser going offline or coming back online. A stream can look alive long after its network is gone, so
   * it is reopened immediately; even offline, a server on this machine is reachable.
   */
  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    const isRunning = this.#source !== null || this.#timers.has("poll");
    if (!isRunning || (isOnline && this.#state === "live")) return;
    this.#close();
    this.#end("reconnect");
    this.#failures = 0;
    this.#mayHaveMissed = true;
    this.#setState(isOnline ? "connecting" : "offline");
    this.#open();
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
    source.addEventListener("replaced", () => this.#whileOpen(source, () => this.#replaced()));
    // The browser would retry some failures and give up on others. We retry all of them, with our own pauses.
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
    this.#poll("polling");
    const pauseMs = RECONNECT_MS[Math.min(this.#failures, RECONNECT_MS.length - 1)] ?? POLL_MS;
    this.#failures += 1;
    this.#begin("reconnect", pauseMs, () => this.#open());
  }

  /** Waits for the next start: to reopen the stream would replace another page's, which would reopen its own, and so on. */
  #replaced(): void {
    this.#poll("replaced");
  }

  #poll(state: "polling" | "replaced"): void {
    this.#close();
    this.#mayHaveMissed = true;
    this.#setState(this.#isOnline ? state : "offline");
    if (!this.#timers.has("poll")) this.#pollLater();
  }

  #pollLater(): void {
    this.#begin("poll", POLL_MS, () => {
      // Without a network, every request would fail.
      if (this.#isOnline) this.#tell("everything");
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

/** Whether an update concerns notifications. */
export const areNotificationsConcerned = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged;
