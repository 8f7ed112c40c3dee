"use client";

import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { Button } from "../../../ui/button";
import { useEverySecond } from "../../../ui/use-every-second";
import type { HeldDecision } from "./decision-hold";

const SECOND_MS = 1_000;

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
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  const seconds = useEverySecond(() =>
    Math.max(0, Math.ceil((sendsAtMs - Date.now()) / SECOND_MS)),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-go/30 bg-go-soft p-3 text-sm">
      <p>
        <span role="status" className="font-medium">
          {ACTION_TEXTS.pending(action === "approve")}
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
