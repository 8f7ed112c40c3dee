"use client";

import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { useToasts } from "../ui/toast";
import { useUploadActions } from "../uploads/uploads-provider";
import { usePastedFiles } from "../uploads/use-pasted-files";

/** Uploads pasted files to the focused tile. If no tile is focused, shows a hint. */
export function usePasteOnTile(): void {
  const { addFiles } = useUploadActions();
  const toasts = useToasts();
  usePastedFiles((pasted) => {
    const tile = document.activeElement?.closest<HTMLElement>("[data-upload-identifier]");
    const { uploadIdentifier, uploadName } = tile?.dataset ?? {};
    if (uploadIdentifier !== undefined && uploadName !== undefined) {
      addFiles({ assetIdentifier: uploadIdentifier, assetName: uploadName }, pasted);
    } else {
      toasts.failed(COCKPIT_TEXTS.pasteHint.title, COCKPIT_TEXTS.pasteHint.help);
    }
  });
}
