"use client";

import { Pencil, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { Button } from "../../../ui/button";
import { useLoaded } from "../../../ui/use-loaded";
import type { Corrections } from "./use-corrections";

/** What edits a value or the class. It loads after the page. */
const loadEditing = () => import("./editing");

/** What is being edited, and how to begin and end it. */
export interface Editing {
  /** Null until it has loaded. */
  readonly parts: Awaited<ReturnType<typeof loadEditing>> | null;
  begin(id: string): void;
  end(id: string): void;
  /** Returns the id of the button that begins to edit it. The page may show several documents. */
  buttonOf(id: string): string;
}

/** Returns what edits a document in place. */
export function useEditing(corrections: Corrections, uuid: string): Editing {
  const [parts, loadNow] = useLoaded(loadEditing);
  const { edited, edit } = corrections;
  const latest = useRef(edited);
  latest.current = edited;
  const isWanted = edited !== null && parts === null;
  useEffect(() => {
    if (isWanted) loadNow(() => edit(null));
  }, [isWanted, loadNow, edit]);
  const buttonOf = (id: string) => `edit ${uuid} ${id}`.replaceAll(" ", "-");
  return {
    parts,
    begin: (id) => {
      if (corrections.applyOpenEditor()) edit({ id });
    },
    end: (id) => {
      edit(null);
      // The editor goes away with the focus in it, unless another one takes its place.
      requestAnimationFrame(() => {
        if (latest.current === null) document.getElementById(buttonOf(id))?.focus();
      });
    },
    buttonOf,
  };
}

/** What every part that can be edited needs. */
export interface PartProps {
  readonly corrections: Corrections;
  readonly editing: Editing;
}

/** Opens an editor. Its id lets it get the focus back. */
export function EditButton({
  id,
  label,
  text,
  corrections,
  buttonId,
  begin,
}: {
  readonly id: string;
  readonly buttonId: string;
  readonly label: string;
  readonly text: string;
  readonly corrections: Corrections;
  readonly begin: (id: string) => void;
}) {
  return (
    <Button
      id={buttonId}
      data-edits={id}
      size="tiny"
      disabled={corrections.isLocked}
      aria-label={label}
      onClick={() => begin(id)}
    >
      <Pencil aria-hidden />
      {text}
    </Button>
  );
}

/** Undoes a correction. */
export function RestoreButton({
  label,
  corrections: { isLocked },
  onRestore,
}: {
  readonly label: string;
  readonly corrections: Corrections;
  readonly onRestore: () => void;
}) {
  return (
    <Button
      size="tiny"
      disabled={isLocked}
      aria-label={CORRECTION_TEXTS.restoreField(label)}
      onClick={onRestore}
    >
      <Undo2 aria-hidden />
      {CORRECTION_TEXTS.restore}
    </Button>
  );
}
