import { useMemo, useRef, useState } from "react";
import { type FileSource, holdsFiles } from "./engine/read-dropped-files";

/** To be spread onto the element that takes files. */
type FileDropHandlers = ReturnType<typeof createDropHandlers>;

/**
 * Makes an element take dropped files; within another such element, the inner one takes them alone. `onFiles` is called during the
 * event: whoever takes the source must begin to read it at once.
 */
export function useFileDrop({ onFiles }: { readonly onFiles: (source: FileSource) => void }): {
  readonly isOver: boolean;
  readonly handlers: FileDropHandlers;
} {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const handlers = useMemo(
    () => createDropHandlers({ onFiles: (source) => latest.current(source), onOver: setOver }),
    [],
  );
  return { isOver, handlers };
}

interface DragLike {
  readonly target: unknown;
  readonly defaultPrevented: boolean;
  readonly dataTransfer: DataTransfer;
  preventDefault(): void;
}

/** The handlers without React; `onOver` hears whether files are over the element. */
export function createDropHandlers(options: {
  readonly onFiles: (source: DataTransfer) => void;
  readonly onOver: (isOver: boolean) => void;
}) {
  // Entering a child comes before leaving its parent: only leaving what was entered last leaves the element.
  let lastEntered: unknown = null;
  const leave = () => {
    lastEntered = null;
    options.onOver(false);
  };
  const takes = (event: DragLike) => {
    if (!holdsFiles(event.dataTransfer)) return false;
    // An element within has taken it.
    if (event.defaultPrevented) leave();
    return !event.defaultPrevented;
  };
  return {
    onDragEnter: (event: DragLike) => {
      if (!takes(event)) return;
      event.preventDefault();
      lastEntered = event.target;
      options.onOver(true);
    },
    onDragOver: (event: DragLike) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      lastEntered = event.target;
      options.onOver(true);
    },
    onDragLeave: (event: DragLike) => {
      if (event.target === lastEntered) leave();
    },
    onDrop: (event: DragLike) => {
      if (!takes(event)) return;
      event.preventDefault();
      leave();
      options.onFiles(event.dataTransfer);
    },
  };
}

/** Keeps the browser from leaving the page for a file that is dropped beside every target; the answer ends it. */
export function preventStrayDrops(page: Pick<Window, "addEventListener" | "removeEventListener">) {
  const prevent = (event: Event) => {
    const { dataTransfer } = event as globalThis.DragEvent;
    if (event.defaultPrevented || !holdsFiles(dataTransfer)) return;
    event.preventDefault();
    if (dataTransfer) dataTransfer.dropEffect = "none";
  };
  page.addEventListener("dragover", prevent);
  page.addEventListener("drop", prevent);
  return () => {
    page.removeEventListener("dragover", prevent);
    page.removeEventListener("drop", prevent);
  };
}
