"use client";

import { useState } from "react";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { UI_TEXTS } from "../../../texts/en/ui-texts";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { TextArea } from "../../../ui/field";

const CHARACTERS_MAX = 1000;

/** Asks for the reason for deleting a document, which cannot be undone. */
export function DeleteDialog({
  name,
  isOpen,
  isBusy,
  onClose,
  onDelete,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onDelete: (note: string) => void;
}) {
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    const text = note.trim();
    if (text === "") return setMissing(true);
    onDelete(text);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={ACTION_TEXTS.deleteTitle}
      description={<bdi>{ACTION_TEXTS.deleteHelp(name)}</bdi>}
    >
      <TextArea
        label={ACTION_TEXTS.deleteReason}
        description={ACTION_TEXTS.deleteReasonHelp}
        error={isMissing && note.trim() === "" ? ACTION_TEXTS.deleteReasonMissing : null}
        maxLength={CHARACTERS_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button tone="danger" disabled={isBusy} onClick={submit}>
          {ACTION_TEXTS.labels.delete}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
