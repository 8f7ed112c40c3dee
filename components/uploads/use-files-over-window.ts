"use client";

import { useEffect, useState } from "react";
import { holdsFiles } from "./engine/read-dropped-files";

/** While files are over the window, `dragover` fires at least three times a second. If it stops, the files have left. */
const GONE_MS = 600;

/** Returns whether files are being dragged over the window while no dialog covers it. */
export function useFilesOverWindow(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const over = ({ dataTransfer }: DragEvent) => {
      if (!holdsFiles(dataTransfer) || isDialogOpen(document)) return;
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(leave, GONE_MS);
    };
    window.addEventListener("dragenter", over);
    window.addEventListener("dragover", over);
    window.addEventListener("drop", leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("dragenter", over);
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", leave);
    };
  }, []);
  return isOver;
}

/** Whether a dialog covers the page. Elements below it must not accept files, because the user cannot see them. */
export function isDialogOpen(page: Pick<Document, "querySelector">): boolean {
  return page.querySelector("[role=dialog][data-open]") !== null;
}
