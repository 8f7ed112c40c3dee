import type { DeletionReason } from "@/lib/documents/rules/deletion-reasons";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import type { BeforeLeaving } from "../../../api/before-leaving";

/** How long a decision can be undone. */
export const HELD_MS = 5_000;

/** Why a user deletes a document; `note` is absent if the user wrote nothing. */
export interface GivenDeletion {
  readonly reason: DeletionReason;
  readonly note?: string;
}

/** What a user decides about a document. */
export type Decision =
  | { readonly action: "approve" | "accept" }
  | { readonly action: "delete"; readonly deletion: GivenDeletion };

/** What a decision is about: the properties that a page and a list of documents have in common. */
export type DecidedDocument = Pick<PageDocument, "uuid" | "name" | "status" | "run">;

/** A decision that has not been sent yet. */
export type HeldDecision = Decision & {
  /** The document as the user saw it. */
  readonly document: DecidedDocument;
  /** When the decision will be sent, in milliseconds since 1970. */
  readonly sendsAtMs: number;
};

/** Holds one decision at a time, which is then sent once, undone, or dropped. */
export interface DecisionHold {
  hold(decision: Decision, document: DecidedDocument): void;
  undo(): void;
  /** Sends a held decision immediately; resolves to true if all sent decisions succeeded. */
  flush(): Promise<boolean>;
  /**
   * Compares a held decision with the current document. If the status or the run has changed, the decision is dropped.
   */
  show(document: DecidedDocument): void;
}

/**
 * Creates an empty hold. `beforeLeaving` keeps each decision until its response has arrived, so that the session does not
 * end before the response.
 */
export function createDecisionHold({
  beforeLeaving,
  onHeld,
  onSend,
  onOvertaken,
}: {
  readonly beforeLeaving: Pick<BeforeLeaving, "add">;
  /** Called with each decision that is held, and with null when none is held any more. */
  readonly onHeld: (held: HeldDecision | null) => void;
  /** Sends a decision; resolves to true if the call succeeded. */
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
    hold: (decision, document) => {
      drop();
      held = { ...decision, document, sendsAtMs: Date.now() + HELD_MS };
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

const isSame = (seen: DecidedDocument, now: DecidedDocument) =>
  seen.uuid === now.uuid && seen.status === now.status && seen.run === now.run;
