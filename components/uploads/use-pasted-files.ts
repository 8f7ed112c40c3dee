"use client";

import { useEffect, useEffectEvent } from "react";
import { useMay } from "../shell/role-provider";
import { holdsFiles } from "./engine/read-dropped-files";

/**
 * Receives files pasted anywhere on the page, once each, from users who may upload; pastes into dialogs are ignored.
 * Browsers send a paste to the selected text rather than to the focused element, so a listener on an element would often
 * miss it.
 */
export function usePastedFiles(onFiles: (pasted: DataTransfer) => void): void {
  const mayUpload = useMay("reviewer");
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (!mayUpload) return;
    const pasted = takeFiles(event, document.activeElement);
    if (pasted) onFiles(pasted);
  });
  useEffect(() => {
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}

/**
 * Returns the files of a paste and keeps them from other listeners; null if there are none, if they are already taken, or
 * if the focus is in a dialog.
 */
export function takeFiles(
  event: Pick<ClipboardEvent, "defaultPrevented" | "clipboardData" | "preventDefault">,
  focused: Pick<Element, "closest"> | null,
): DataTransfer | null {
  const { clipboardData, defaultPrevented } = event;
  if (defaultPrevented || !holdsFiles(clipboardData)) return null;
  if (focused?.closest("[role=dialog]")) return null;
  event.preventDefault();
  return clipboardData;
}
