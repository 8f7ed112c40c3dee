"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { beforeLeaving } from "../../../api/before-leaving";
import { createDecisionHold, type HeldDecision } from "./decision-hold";

interface Handlers {
  /** Sends a decision; resolves to true if the call succeeded. */
  readonly onSend: (decision: HeldDecision) => Promise<boolean>;
  readonly onOvertaken: (decision: HeldDecision) => void;
}

/**
 * Holds a decision for five seconds, during which it can be undone. Leaving or hiding the page or signing out sends it
 * immediately. If the document changes in the meantime, the decision is dropped, because it was made about a different
 * state.
 */
export function useHeldDecision({
  document: shown,
  ...handlers
}: Handlers & { readonly document: PageDocument }) {
  const [held, setHeld] = useState<HeldDecision | null>(null);
  const [{ hold, latest }] = useState(() => makeHold(handlers, setHeld));
  useEffect(() => {
    latest.handlers = handlers;
  });
  useEffect(() => {
    const flush = () => void hold.flush();
    // Phones discard hidden tabs without firing `pagehide`.
    const flushHidden = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flushHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flushHidden);
      flush();
    };
  }, [hold]);
  const show = useEffectEvent(() => hold.show(shown));
  const { status, run } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what the hold compares.
  useEffect(() => show(), [status, run]);
  return {
    held,
    hold: (action: HeldDecision["action"]) => hold.hold(action, shown),
    undo: hold.undo,
  };
}

/** Creates a hold that calls the handlers of the latest render. */
function makeHold(handlers: Handlers, onHeld: (held: HeldDecision | null) => void) {
  const latest = { handlers };
  const hold = createDecisionHold({
    beforeLeaving,
    onHeld,
    onSend: (decision) => latest.handlers.onSend(decision),
    onOvertaken: (decision) => latest.handlers.onOvertaken(decision),
  });
  return { hold, latest };
}
