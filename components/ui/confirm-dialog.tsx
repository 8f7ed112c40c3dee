"use client";

import type { ReactNode } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import { Dialog, DialogActions } from "./dialog";

/** Asks for confirmation before an action that cannot be undone. `confirm` names the action and is never just "OK". */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  description,
  confirm,
  onConfirm,
  isBusy = false,
  tone = "danger",
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  readonly tone?: "danger" | "primary";
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button tone={tone} onClick={onConfirm} disabled={isBusy}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
