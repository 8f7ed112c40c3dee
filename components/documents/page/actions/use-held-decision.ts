"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";

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

/**
 * Holds a decision for five seconds, in which it can be undone; whoever leaves the page has it sent at once. When the document
 * changes meanwhile it is dropped: it was about something else.
 */
export function useHeldDecision({
  document,
  onSend,
  onOvertaken,
}: {
  readonly document: PageDocument;
  readonly onSend: (decision: HeldDecision) => unknown;
  readonly onOvertaken: (decision: HeldDecision) => void;
}) {
  const [held, setHeld] = useState<HeldDecision | null>(null);
  /** What is still to be sent, read by whoever is first: the timer, the leaving, or the undo. */
  const waiting = useRef<HeldDecision | null>(null);
  const send = useRef(onSend);
  useEffect(() => {
    send.current = onSend;
  });
  const flush = useCallback(() => {
    const decision = waiting.current;
    waiting.current = null;
    setHeld(null);
    if (decision) send.current(decision);
  }, []);
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(flush, HELD_MS);
    window.addEventListener("pagehide", flush);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [held, flush]);
  const overtaken = useEffectEvent(() => {
    const decision = waiting.current;
    if (!decision || isSame(decision.document, document)) return;
    waiting.current = null;
    setHeld(null);
    onOvertaken(decision);
  });
  const { status, run } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what the effect event compares.
  useEffect(() => overtaken(), [status, run]);
  return {
    held,
    hold: (action: HeldDecision["action"]) => {
      const decision = { action, document, sendsAtMs: Date.now() + HELD_MS };
      waiting.current = decision;
      setHeld(decision);
    },
    undo: () => {
      waiting.current = null;
      setHeld(null);
    },
  };
}

const isSame = (seen: PageDocument, now: PageDocument) =>
  seen.uuid === now.uuid && seen.status === now.status && seen.run === now.run;
