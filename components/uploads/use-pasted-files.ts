"use client";

import { useEffect, useEffectEvent } from "react";
import { useMay } from "../shell/role-provider";
import { holdsFiles } from "./engine/read-dropped-files";

/**
 * Receives files that are pasted anywhere on the page, once each, from people who may upload; dialogs are left alone. Browsers send a paste to where text is
 * selected rather than to the focus, so that an element alone would often not hear it.
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

/** The files of a paste, which nobody else gets then; null: it has none, somebody has them, or the focus is in a dialog. */
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
