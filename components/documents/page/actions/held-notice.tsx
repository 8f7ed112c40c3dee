"use client";

import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { DELETION_TEXTS } from "../../../texts/en/deletion-texts";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { Button } from "../../../ui/button";
import { useSecondsUntil } from "../../../ui/use-every-second";
import type { HeldDecision } from "./decision-hold";

/**
 * Says that a decision is about to be sent, and offers to undo it. Focuses "Undo", because the button that had the focus
 * is gone.
 */
export function HeldNotice({
  held: { action, sendsAtMs },
  onUndo,
}: {
  readonly held: HeldDecision;
  readonly onUndo: () => void;
}) {
  const { undo, seconds } = useUndo(sendsAtMs);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-go/30 bg-go-soft p-3 text-sm">
      <p>
        <span role="status" className="font-medium">
          {ACTION_TEXTS.pending[action]}
        </span>{" "}
        <span aria-hidden className="text-quiet tabular-nums">
          {seconds !== null && ACTION_TEXTS.pendingIn(seconds)}
        </span>
      </p>
      <Button ref={undo} onClick={onUndo}>
        <Undo2 aria-hidden />
        {ACTION_TEXTS.undo}
      </Button>
    </div>
  );
}

/** The same for a deletion in a row of a list. */
export function HeldDeletion({
  held: { document, sendsAtMs },
  onUndo,
}: {
  readonly held: HeldDecision;
  readonly onUndo: () => void;
}) {
  const { undo, seconds } = useUndo(sendsAtMs);
  return (
    <div className="flex flex-col items-end gap-x-3 gap-y-1 text-sm sm:flex-row sm:items-center">
      <span role="status" className="sr-only">
        {ACTION_TEXTS.pending.delete}
      </span>
      <span aria-hidden className="whitespace-nowrap text-quiet tabular-nums">
        {seconds !== null && DELETION_TEXTS.pendingIn(seconds)}
      </span>
      <Button ref={undo} aria-label={DELETION_TEXTS.undoOf(document.name)} onClick={onUndo}>
        <Undo2 aria-hidden />
        {ACTION_TEXTS.undo}
      </Button>
    </div>
  );
}

function useUndo(sendsAtMs: number) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return { undo, seconds: useSecondsUntil(sendsAtMs) };
}
