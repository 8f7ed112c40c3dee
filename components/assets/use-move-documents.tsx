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
  const [state, setState] = useState({ identifier: "", isOpen: false, opened: 0 });
  const { identifier, isOpen, opened } = state;
  return {
    ask: (asking) => {
      setState((before) => ({ identifier: asking, isOpen: true, opened: before.opened + 1 }));
      load();
    },
    dialog: Dialog && (
      <Dialog
        key={opened}
        identifier={identifier}
        isOpen={isOpen}
        onClose={() => setState((before) => ({ ...before, isOpen: false }))}
        onMoved={onMoved}
      />
    ),
  };
}
