import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import type { SentCorrections } from "@/lib/http/documents/correction-schemas";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import type { BeforeLeaving } from "../api/before-leaving";
import { type GivenDeletion, HELD_MS } from "../documents/page/actions/decision-hold";

/** How many documents wait behind the one on the screen; the rest is given back. */
const AHEAD_MAX = 2;

/** A document of the queue, which this reviewer holds. */
export interface QueuedDocument {
  readonly page: DocumentPage;
  /** The URL of the document's bytes; null if it has none. */
  readonly file: FileUrl | null;
}

/** What a reviewer decides about the document on the screen. */
export type ReviewDecision =
  | { readonly action: "process-again" | "skip" }
  | {
      readonly action: "approve";
      readonly corrections?: SentCorrections | undefined;
      /** Called once the approval has been saved. */
      readonly onSent?: (() => void) | undefined;
    }
  | { readonly action: "delete"; readonly deletion: GivenDeletion };

/** A decision that has not been sent yet. */
export type HeldReview = ReviewDecision & {
  readonly document: QueuedDocument;
  /** When it will be sent, in milliseconds since 1970. */
  readonly sendsAtMs: number;
};

/** The calls that a session makes. */
export interface ReviewCalls {
  /** Returns the first document of the queue except these, held for this reviewer; null if there is none. */
  next(except: readonly string[]): Promise<QueuedDocument | null>;
  /** Returns a document again, as it is now, and tries to hold it. */
  reopen(uuid: string): Promise<QueuedDocument>;
  /** Sends a decision. It completes even if the user leaves the page. */
  send(decision: HeldReview): Promise<unknown>;
  /** Gives a document back to other reviewers. Never rejects. */
  release(uuid: string): void;
}

/** What the page shows. */
export interface ReviewState {
  /** The document on the screen; null while there is none. */
  readonly shown: QueuedDocument | null;
  /** The next document, whose preview is drawn before it is needed; null if there is none. */
  readonly ahead: QueuedDocument | null;
  /** Whether a document is being loaded. */
  readonly isLoading: boolean;
  /** Why no document could be loaded; undefined if there is no error. */
  readonly error: unknown;
  /** Decisions that can be undone, oldest first. */
  readonly held: readonly HeldReview[];
  /** Why a decision about the document on the screen failed; null if none did. */
  readonly refusal: string | null;
  /** How many documents were passed over without a decision. */
  readonly passedCount: number;
}

/** Gives a reviewer one document after the other. */
export interface ReviewSession {
  /** Loads documents if there are too few: at first, after an error, and when there may be new ones. */
  load(): void;
  /** Holds a decision for five seconds and goes on, if the document with this uuid is still on the screen. */
  decide(uuid: string, decision: ReviewDecision): void;
  /** Undoes the last decision that has not been sent, and shows its document. */
  undo(): void;
  /** Replaces the document on the screen by its current state, which the next decision is about. */
  renew(page: DocumentPage): void;
  /** Goes on without a decision. The document is not given again until `startOver`. */
  pass(): void;
  /** Returns to the document that was passed over last. */
  back(): Promise<void>;
  startOver(): void;
  /** Sends every held decision now; resolves to true if all sent decisions succeeded. */
  flush(): Promise<boolean>;
  /** Sends every held decision and gives all documents back. */
  end(): void;
}

const uuidOf = ({ page }: QueuedDocument) => page.document.uuid;

/** Creates a session that has not loaded anything yet. */
export function createReviewSession({
  calls,
  beforeLeaving,
  onChange,
  onFailed,
}: {
  readonly calls: ReviewCalls;
  readonly beforeLeaving: Pick<BeforeLeaving, "add">;
  readonly onChange: (state: ReviewState) => void;
  /** Called if a decision could not be sent. If the document still waits, it comes next: nobody expects it on the screen. */
  readonly onFailed: (decision: HeldReview, error: unknown) => void;
}): ReviewSession {
  const refusals = new Map<string, string>();
  const changed = () => {
    const state = queue.state();
    const refusal = (state.shown && refusals.get(uuidOf(state.shown))) ?? null;
    onChange({ ...state, held: decisions.held(), refusal });
  };
  const decisions = createDecisions({
    send: calls.send,
    beforeLeaving,
    onChange: changed,
    onFailed: async (decision, failure) => {
      onFailed(decision, failure);
      const { document } = decision;
      const now = await calls.reopen(uuidOf(document)).catch(() => document);
      // If somebody else was faster, there is nothing left to decide.
      if (now.page.document.status !== document.page.document.status) {
        return calls.release(uuidOf(now));
      }
      refusals.set(uuidOf(now), errorMessage(failure));
      queue.putNext(now);
    },
  });
  const queue = createQueue(calls, changed, decisions.listDecided);
  return {
    load: queue.load,
    decide: (uuid, decision) => {
      const { shown } = queue.state();
      if (!shown || uuidOf(shown) !== uuid) return;
      refusals.delete(uuidOf(shown));
      decisions.hold(decision, shown);
      queue.goOn();
    },
    undo: () => {
      const last = decisions.takeLast();
      if (last) queue.putInFront(last.document);
    },
    renew: queue.renew,
    pass: queue.pass,
    back: queue.back,
    startOver: queue.startOver,
    flush: decisions.flush,
    end: () => {
      void decisions.flush();
      queue.end();
    },
  };
}

/** A held decision with its timer, and a function that says that leaving need not wait for it. */
type Pending = HeldReview & {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly forget: () => void;
};

/** Holds decisions until they are sent or undone. */
function createDecisions({
  send,
  beforeLeaving,
  onChange,
  onFailed,
}: {
  readonly send: ReviewCalls["send"];
  readonly beforeLeaving: Pick<BeforeLeaving, "add">;
  readonly onChange: () => void;
  readonly onFailed: (decision: HeldReview, failure: unknown) => Promise<void>;
}) {
  let held: readonly Pending[] = [];
  /** Decisions whose response has not arrived: their documents may still be waiting. */
  const unsettled = new Set<Pending>();
  let sending: Promise<boolean> = Promise.resolve(true);
  function take(decision: Pending) {
    clearTimeout(decision.timer);
    held = held.filter((other) => other !== decision);
  }
  async function sendOne(decision: Pending): Promise<boolean> {
    take(decision);
    unsettled.add(decision);
    onChange();
    try {
      await send(decision);
      return true;
    } catch (failure) {
      await onFailed(decision, failure);
      return false;
    } finally {
      unsettled.delete(decision);
      decision.forget();
    }
  }
  function flush(decisions = held): Promise<boolean> {
    const all = Promise.all([sending, ...decisions.map(sendOne)]).then((sent) =>
      sent.every(Boolean),
    );
    sending = all.finally(() => {
      // A failure that has been reported does not count again.
      if (unsettled.size === 0) sending = Promise.resolve(true);
    });
    return all;
  }
  return {
    held: () => held,
    listDecided: () => [...held, ...unsettled].map(({ document }) => document),
    hold: (decision: ReviewDecision, document: QueuedDocument) => {
      const pending: Pending = {
        ...decision,
        document,
        sendsAtMs: Date.now() + HELD_MS,
        timer: setTimeout(() => void flush([pending]), HELD_MS),
        forget: beforeLeaving.add(() => flush()),
      };
      held = [...held, pending];
    },
    takeLast: (): HeldReview | undefined => {
      const last = held.at(-1);
      if (last) take(last);
      last?.forget();
      return last;
    },
    flush: () => flush(),
  };
}

/** The documents of a session: the one on the screen, those behind it, and those passed over. */
function createQueue(
  calls: ReviewCalls,
  changed: () => void,
  listDecided: () => readonly QueuedDocument[],
) {
  let shown: QueuedDocument | null = null;
  let ahead: readonly QueuedDocument[] = [];
  let passed: readonly string[] = [];
  let [isLoading, isExhausted, hasEnded] = [false, false, false];
  let error: unknown;
  const present = () => [...(shown ? [shown] : []), ...ahead];
  function show(document: QueuedDocument | null) {
    shown = document;
    changed();
    void fill();
  }
  function goOn() {
    const [next = null, ...rest] = ahead;
    ahead = rest;
    show(next);
  }
  /** Shows a document in front of the others. */
  function putInFront(document: QueuedDocument) {
    if (hasEnded) return calls.release(uuidOf(document));
    const behind = present();
    ahead = behind.slice(0, AHEAD_MAX);
    for (const left of behind.slice(AHEAD_MAX)) {
      calls.release(uuidOf(left));
      isExhausted = false;
    }
    show(document);
  }
  /** Shows a document after the one on the screen. */
  function putNext(document: QueuedDocument) {
    if (hasEnded) return calls.release(uuidOf(document));
    if (!shown) return show(document);
    ahead = [document, ...ahead];
    changed();
  }
  /** Loads until one document is on the screen and one is ahead, or the queue has no more. */
  async function fill(): Promise<void> {
    if (isLoading || isExhausted || hasEnded || (shown && ahead.length > 0)) return;
    isLoading = true;
    error = undefined;
    changed();
    const except = [...[...present(), ...listDecided()].map(uuidOf), ...passed];
    const loaded = await calls.next(except).then(
      (next) => ({ next }),
      (failure: unknown) => ({ failure }),
    );
    isLoading = false;
    if ("failure" in loaded) {
      error = loaded.failure;
      return changed();
    }
    const { next } = loaded;
    if (next && hasEnded) return calls.release(uuidOf(next));
    isExhausted = next === null;
    if (next) ahead = [...ahead, next];
    if (!shown) return goOn();
    changed();
    await fill();
  }
  const load = () => {
    // A page that the browser restores goes on where it ended.
    [hasEnded, isExhausted] = [false, false];
    void fill();
  };
  return {
    state: () => ({ shown, ahead: ahead[0] ?? null, isLoading, error, passedCount: passed.length }),
    load,
    goOn,
    putInFront,
    putNext,
    renew: (page: DocumentPage) => {
      if (shown?.page.document.uuid !== page.document.uuid || shown.page === page) return;
      shown = { ...shown, page };
      changed();
    },
    pass: () => {
      if (!shown) return;
      passed = [...passed, uuidOf(shown)];
      calls.release(uuidOf(shown));
      goOn();
    },
    back: async () => {
      const last = passed.at(-1);
      if (last === undefined) return;
      const document = await calls.reopen(last);
      const isShownAlready = present().map(uuidOf).includes(last);
      if (passed.at(-1) !== last) return isShownAlready ? undefined : calls.release(last);
      passed = passed.slice(0, -1);
      putInFront(document);
    },
    startOver: () => {
      passed = [];
      load();
    },
    end: () => {
      hasEnded = true;
      for (const left of present()) calls.release(uuidOf(left));
    },
  };
}
