"use client";

import { useEffect } from "react";
import { COCKPIT_TEXTS } from "../texts/cockpit-texts";
import { useToasts } from "../ui/toast";
import { holdsFiles } from "../upload-engine/read-dropped-files";
import { useUploadActions } from "../uploads/uploads-provider";

/**
 * Pasted files go to the tile that has the focus; without one, people are told how. Browsers send a paste to where text is
 * selected rather than to the focus, so that a tile alone would often not hear it.
 */
export function usePasteOnTile(): void {
  const { addFiles } = useUploadActions();
  const toasts = useToasts();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData || !holdsFiles(clipboardData)) return;
      const focused = document.activeElement;
      if (focused?.closest("[role=dialog]")) return;
      event.preventDefault();
      const { uploadIdentifier, uploadName } =
        focused?.closest<HTMLElement>("[data-upload-identifier]")?.dataset ?? {};
      if (uploadIdentifier !== undefined && uploadName !== undefined) {
        addFiles({ assetIdentifier: uploadIdentifier, assetName: uploadName }, clipboardData);
      } else {
        toasts.failed(COCKPIT_TEXTS.pasteHint.title, COCKPIT_TEXTS.pasteHint.help);
      }
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [addFiles, toasts]);
}
