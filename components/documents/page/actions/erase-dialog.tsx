"use client";

import { useState } from "react";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { UI_TEXTS } from "../../../texts/en/ui-texts";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { TextField } from "../../../ui/field";

const REASON_CHARACTERS_MAX = 500;

/** Asks the user to type a word before the content of a document is permanently erased. */
export function EraseDialog({
  name,
  isOpen,
  isBusy,
  onClose,
  onErase,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onErase: (reason: string) => void;
}) {
  const [reason, setReason] = useState("");
  const [word, setWord] = useState("");
  const isConfirmed = word.trim().toLowerCase() === ACTION_TEXTS.eraseWord;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={ACTION_TEXTS.eraseTitle}
      description={<bdi>{ACTION_TEXTS.eraseHelp(name)}</bdi>}
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={ACTION_TEXTS.eraseReason}
          description={ACTION_TEXTS.eraseReasonHelp}
          maxLength={REASON_CHARACTERS_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextField
          label={ACTION_TEXTS.eraseConfirm}
          autoComplete="off"
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button
          tone="danger"
          disabled={isBusy || !isConfirmed}
          onClick={() => onErase(reason.trim())}
        >
          {ACTION_TEXTS.labels.erase}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
