"use client";

import { useState } from "react";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { callCockpit } from "../api/call-cockpit";
import { MoveDialog } from "../documents/page/actions/move-dialog";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { useToasts } from "../ui/toast";
import { type MoveProgress, moveDocuments } from "./move-documents";

/** Asks to which asset all documents of an identifier belong, moves them there, and says what came of it. */
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

  async function move(to: string) {
    setProgress({ moved: 0, total: 0 });
    try {
      const places = { from: identifier, to };
      const { moved, left } = await moveDocuments(callCockpit, places, setProgress);
      const rest = left > 0 ? UNASSIGNED_TEXTS.left(left) : undefined;
      if (moved > 0) toasts.done(UNASSIGNED_TEXTS.moved(moved, to), rest);
      else toasts.failed(UNASSIGNED_TEXTS.movedNone, rest);
      onClose();
      onMoved(to);
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
      onMove={(to) => void move(to)}
    />
  );
}
