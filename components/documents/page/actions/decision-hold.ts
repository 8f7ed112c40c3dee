import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import type { BeforeLeaving } from "../../../api/before-leaving";

/** So long a decision can be undone. */
const HELD_MS = 5_000;

/** A decision that is not sent yet. */
export interface HeldDecision {
  readonly action: "approve" | "accept";
  /** As the person saw it. */
  readonly document: PageDocument;
  /** When it is sent, in milliseconds since 1970. */
  readonly sendsAtMs: number;
}

/** Holds one decision at a time; it is sent once, undone, or dropped. */
export interface DecisionHold {
  hold(action: HeldDecision["action"], document: PageDocument): void;
  undo(): void;
  /** Sends what is held, at once; resolves with whether everything that was sent was done. */
  flush(): Promise<boolean>;
  /** The document as it is now: a decision about something else is dropped. */
  show(document: PageDocument): void;
}

/** Makes a hold that is empty. Until a decision is sent and answered, `beforeLeaving` knows of it: a session must not end before. */
export function createDecisionHold({
  beforeLeaving,
  onHeld,
  onSend,
  onOvertaken,
}: {
  readonly beforeLeaving: Pick<BeforeLeaving, "add">;
  /** Runs with each change of what is held. */
  readonly onHeld: (held: HeldDecision | null) => void;
  /** Resolves with whether it was done. */
  readonly onSend: (decision: HeldDecision) => Promise<boolean>;
  readonly onOvertaken: (decision: HeldDecision) => void;
}): DecisionHold {
  let held: HeldDecision | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget = () => {};
  let sending: Promise<boolean> = Promise.resolve(true);
  function take(): HeldDecision | null {
    const decision = held;
    held = null;
    clearTimeout(timer);
    if (decision) onHeld(null);
    return decision;
  }
  function drop(): HeldDecision | null {
    const decision = take();
    if (decision) forget();
    return decision;
  }
  function flush(): Promise<boolean> {
    const decision = take();
    if (decision) sending = onSend(decision).finally(forget);
    return sending;
  }
  return {
    hold: (action, document) => {
      drop();
      held = { action, document, sendsAtMs: Date.now() + HELD_MS };
      timer = setTimeout(flush, HELD_MS);
      forget = beforeLeaving.add(flush);
      onHeld(held);
    },
    undo: () => void drop(),
    flush,
    show: (document) => {
      if (!held || isSame(held.document, document)) return;
      const decision = drop();
      if (decision) onOvertaken(decision);
    },
  };
}

const isSame = (seen: PageDocument, now: PageDocument) =>
  seen.uuid === now.uuid && seen.status === now.status && seen.run === now.run;
