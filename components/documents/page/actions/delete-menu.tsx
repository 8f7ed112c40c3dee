"use client";

import { type ReactElement, useRef, useState } from "react";
import {
  DELETION_NOTE_CHARACTERS_MAX,
  type DeletionReason,
  needsNote,
} from "@/lib/documents/rules/deletion-reasons";
import { DELETION_TEXTS } from "../../../texts/en/deletion-texts";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { Button } from "../../../ui/button";
import { TextArea } from "../../../ui/field";
import { Popover } from "../../../ui/popover";
import type { GivenDeletion } from "./decision-hold";

const { labels } = ACTION_TEXTS;

/**
 * Opens the reasons for deleting a document next to its button. Choosing one decides, with the comment if there is one; only
 * "Other" requires a text. The owner keeps the comment, so that it is still there after the deletion was undone.
 */
export function DeleteMenu({
  trigger,
  note,
  onNote,
  onDelete,
}: {
  readonly trigger: ReactElement<Parameters<typeof Button>[0]>;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onDelete: (deletion: GivenDeletion) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isOther, setOther] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = note.trim();
  const show = (open: boolean) => {
    setOpen(open);
    setOther(false);
    setMissing(false);
  };
  const decide = (reason: DeletionReason) => {
    if (needsNote(reason) && text === "") {
      setOther(true);
      setMissing(isOther);
      field.current?.focus();
      return;
    }
    show(false);
    onDelete({ reason, ...(text === "" ? {} : { note: text }) });
  };
  return (
    <Popover trigger={trigger} isOpen={isOpen} onOpenChange={show} title={DELETION_TEXTS.title}>
      <ul className="mb-3 flex flex-col gap-1">
        {DELETION_TEXTS.choices.map(({ reason, label }) => (
          <li key={reason}>
            <Button
              className="justify-start! w-full"
              aria-pressed={needsNote(reason) ? isOther : undefined}
              onClick={() => decide(reason)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <TextArea
        ref={field}
        label={isOther ? DELETION_TEXTS.requiredNote : DELETION_TEXTS.note}
        description={DELETION_TEXTS.noteHelp}
        error={isMissing && text === "" ? DELETION_TEXTS.noteMissing : null}
        maxLength={DELETION_NOTE_CHARACTERS_MAX}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
      {isOther && (
        <Button tone="danger" className="mt-3 w-full" onClick={() => decide("other")}>
          {labels.delete}
        </Button>
      )}
      <p className="mt-3 text-quiet">{DELETION_TEXTS.undoHelp}</p>
    </Popover>
  );
}
