import { useEffect, useMemo, useRef, useState } from "react";
import { useMay } from "../shell/role-provider";
import { holdsFiles } from "./engine/read-dropped-files";
import type { UploadTarget } from "./engine/upload-entry";
import { useUploadActions } from "./uploads-provider";
import { isDialogOpen, useFilesOverWindow } from "./use-files-over-window";

/**
 * Makes an element upload files dropped on it by users who may upload. If it is nested in such an element, only the inner
 * one accepts the files.
 */
export function useFileDrop(target: UploadTarget): {
  readonly isOver: boolean;
  /** To be spread onto the element. */
  readonly handlers: Partial<ReturnType<typeof createDropHandlers>>;
} {
  const mayUpload = useMay("reviewer");
  const [isOver, setOver] = useState(false);
  const handlers = useDropHandlers(target, setOver);
  return { isOver, handlers: mayUpload ? handlers : {} };
}

/**
 * Makes the whole page upload dropped files, because its content is often shorter than the window. Returns whether files
 * are over the window.
 */
export function useFileDropOnPage(target: UploadTarget): boolean {
  const mayUpload = useMay("reviewer");
  const areFilesOver = useFilesOverWindow();
  const { onDragOver, onDrop } = useDropHandlers(target, ignore);
  useEffect(() => {
    if (!mayUpload) return;
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("drop", onDrop);
    };
  }, [mayUpload, onDragOver, onDrop]);
  return areFilesOver && mayUpload;
}

const ignore = () => undefined;

function useDropHandlers(target: UploadTarget, onOver: (isOver: boolean) => void) {
  const { addFiles } = useUploadActions();
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  }, [target]);
  return useMemo(() => {
    // Called during the event, because the browser removes access to the dropped data afterwards.
    const onFiles = (source: DataTransfer) => addFiles(latest.current, source);
    return createDropHandlers({ onFiles, onOver, isCovered: () => isDialogOpen(document) });
  }, [addFiles, onOver]);
}

interface DragLike {
  readonly target: unknown;
  readonly defaultPrevented: boolean;
  readonly dataTransfer: DataTransfer | null;
  preventDefault(): void;
}

/** Creates the drop handlers without React. `onOver` receives whether files are over the element. */
export function createDropHandlers(options: {
  readonly onFiles: (source: DataTransfer) => void;
  readonly onOver: (isOver: boolean) => void;
  /** Whether something covers the element, so that files are not meant for it. */
  readonly isCovered: () => boolean;
}) {
  // A child is entered before its parent is left, so only leaving the element entered last means leaving altogether.
  let lastEntered: unknown = null;
  const leave = () => {
    lastEntered = null;
    options.onOver(false);
  };
  /**
   * Returns the dragged data; null if it does not contain files, if an inner element has accepted it, or if the element
   * is covered.
   */
  const take = (event: DragLike): DataTransfer | null => {
    if (!holdsFiles(event.dataTransfer)) return null;
    if (event.defaultPrevented || options.isCovered()) {
      leave();
      return null;
    }
    event.preventDefault();
    return event.dataTransfer;
  };
  return {
    onDragEnter: (event: DragLike) => {
      if (!take(event)) return;
      lastEntered = event.target;
      options.onOver(true);
    },
    onDragOver: (event: DragLike) => {
      const files = take(event);
      if (!files) return;
      files.dropEffect = "copy";
      lastEntered = event.target;
      options.onOver(true);
    },
    onDragLeave: (event: DragLike) => {
      if (event.target === lastEntered) leave();
    },
    onDrop: (event: DragLike) => {
      const files = take(event);
      if (!files) return;
      leave();
      options.onFiles(files);
    },
  };
}
