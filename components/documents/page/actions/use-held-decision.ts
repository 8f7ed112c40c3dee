"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { beforeLeaving, watchLeaving } from "../../../api/before-leaving";
import {
  createDecisionHold,
  type DecidedDocument,
  type Decision,
  type HeldDecision,
} from "./decision-hold";

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
}: Handlers & { readonly document: DecidedDocument }) {
  const [held, setHeld] = useState<HeldDecision | null>(null);
  const [undone, setUndone] = useState<Decision["action"] | null>(null);
  const [{ hold, latest }] = useState(() => makeHold(handlers, setHeld));
  useEffect(() => {
    latest.handlers = handlers;
  });
  useEffect(() => {
    const flush = () => void hold.flush();
    return watchLeaving(flush, flush);
  }, [hold]);
  const show = useEffectEvent(() => hold.show(shown));
  const { status, run } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what the hold compares.
  useEffect(() => show(), [status, run]);
  return {
    held,
    hold: (decision: Decision) => {
      setUndone(null);
      hold.hold(decision, shown);
    },
    undo: () => {
      setUndone(held?.action ?? null);
      hold.undo();
    },
    /** Returns the ref for the button of an action, which gets the focus when its decision is undone. */
    returnFocusTo: (action: string) => (action === undone ? takeFocus : undefined),
  };
}

const takeFocus = (button: HTMLElement | null) => button?.focus();

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
