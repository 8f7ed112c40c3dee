"use client";

import { type ReactNode, useState } from "react";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { callCockpit } from "../api/call-cockpit";
import { MoveDialog } from "../documents/page/actions/move-dialog";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { useToasts } from "../ui/toast";
import { type MoveProgress, moveDocuments } from "./move-documents";

/** Asks to which asset all documents of an identifier belong, moves them there, and says what came of it. */
export function useMoveDocuments(onMoved: (to: string) => void): {
  readonly ask: (identifier: string) => void;
  readonly dialog: ReactNode;
} {
  const toasts = useToasts();
  const [asked, setAsked] = useState({ identifier: "", isOpen: false, opened: 0 });
  const [progress, setProgress] = useState<MoveProgress | null>(null);
  const close = () => setAsked((before) => ({ ...before, isOpen: false }));

  async function move(from: string, to: string) {
    setProgress({ moved: 0, total: 0 });
    try {
      const { moved, left } = await moveDocuments(callCockpit, { from, to }, setProgress);
      const rest = left > 0 ? UNASSIGNED_TEXTS.left(left) : undefined;
      if (moved > 0) toasts.done(UNASSIGNED_TEXTS.moved(moved, to), rest);
      else toasts.failed(UNASSIGNED_TEXTS.movedNone, rest);
      close();
      onMoved(to);
    } catch (error) {
      toasts.failed(UNASSIGNED_TEXTS.notMoved(from), errorMessage(error));
    } finally {
      setProgress(null);
    }
  }
  const { identifier, isOpen, opened } = asked;
  return {
    ask: (asking) =>
      setAsked((before) => ({ identifier: asking, isOpen: true, opened: before.opened + 1 })),
    dialog: (
      <MoveDialog
        key={opened}
        assetIdentifier={identifier}
        description={UNASSIGNED_TEXTS.moveHelp}
        isOpen={isOpen}
        isBusy={progress !== null}
        {...(progress ? { confirm: UNASSIGNED_TEXTS.moving(progress) } : {})}
        onClose={close}
        onMove={(to) => void move(identifier, to)}
      />
    ),
  };
}
