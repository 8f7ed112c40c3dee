"use client";

import { type ReactNode, useState } from "react";
import { useLoaded } from "../ui/use-loaded";

const loadDialog = () =>
  import("./move-documents-dialog").then((module) => module.MoveDocumentsDialog);

/** Returns a function that opens the dialog for moving all documents with an identifier to an asset. */
export function useMoveDocuments(onMoved: (to: string) => void): {
  readonly ask: (identifier: string) => void;
  readonly dialog: ReactNode;
} {
  const [Dialog, load] = useLoaded(loadDialog);
  const [asked, setAsked] = useState({ identifier: "", isOpen: false, opened: 0 });
  const { identifier, isOpen, opened } = asked;
  return {
    ask: (asking) => {
      setAsked((before) => ({ identifier: asking, isOpen: true, opened: before.opened + 1 }));
      load();
    },
    dialog: Dialog && (
      <Dialog
        key={opened}
        identifier={identifier}
        isOpen={isOpen}
        onClose={() => setAsked((before) => ({ ...before, isOpen: false }))}
        onMoved={onMoved}
      />
    ),
  };
}
