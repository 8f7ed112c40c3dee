"use client";

import { useEffect, useRef, useState } from "react";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { SYSTEM_CLOCK } from "../../lib/client/retrying";
import { callCockpit } from "../api/call-cockpit";
import { MoveDialog } from "../documents/page/actions/move-dialog";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { useToasts } from "../ui/toast";
import { type MoveOutcome, type MoveProgress, moveDocuments } from "./move-documents";

/**
 * Asks which asset all documents with an identifier belong to, moves them there and reports the result. Leaving the page
 * stops the move.
 */
export function MoveDocumentsDialog({
  identifier,
  isOpen,
  onClose,
  onMoved,
}: {
  readonly identifier: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMoved: (to: string) => void;
}) {
  const toasts = useToasts();
  const [progress, setProgress] = useState<MoveProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      running.current?.abort();
    };
  }, []);

  function say({ moved, left, untried }: MoveOutcome, to: string) {
    const stopped = untried > 0 ? [UNASSIGNED_TEXTS.stopped(untried)] : [];
    const rest = [...stopped, ...(left > 0 ? [UNASSIGNED_TEXTS.left(left)] : [])].join(" ");
    if (moved > 0) toasts.done(UNASSIGNED_TEXTS.moved(moved, to), rest || undefined);
    else toasts.failed(UNASSIGNED_TEXTS.movedNone, rest || undefined);
  }

  async function move(to: string) {
    const stop = new AbortController();
    running.current = stop;
    setProgress({ moved: 0, total: 0 });
    try {
      const surroundings = {
        call: callCockpit,
        clock: SYSTEM_CLOCK,
        signal: stop.signal,
        onProgress: setProgress,
      };
      const outcome = await moveDocuments(surroundings, { from: identifier, to });
      say(outcome, to);
      if (!isHere.current) return;
      onClose();
      // A user who stopped the move stays on this page, where the remaining documents are.
      if (!stop.signal.aborted) onMoved(to);
    } catch (error) {
      toasts.failed(UNASSIGNED_TEXTS.notMoved(identifier), errorMessage(error));
    } finally {
      setProgress(null);
    }
  }
  return (
    <MoveDialog
      assetIdentifier={identifier}
      description={UNASSIGNED_TEXTS.moveHelp}
      isOpen={isOpen}
      isBusy={progress !== null}
      {...(progress ? { confirm: UNASSIGNED_TEXTS.moving(progress) } : {})}
      onClose={onClose}
      onStop={() => running.current?.abort()}
      onMove={(to) => void move(to)}
    />
  );
}
