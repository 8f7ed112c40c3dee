import { useEffect, useMemo, useRef, useState } from "react";
import { useMay } from "../shell/role-provider";
import { holdsFiles } from "./engine/read-dropped-files";
import type { UploadTarget } from "./engine/upload-entry";
import { useUploadActions } from "./uploads-provider";

/** Makes an element upload what people who may do so drop on it; within another such element, the inner one takes the files alone. */
export function useFileDrop(target: UploadTarget): {
  readonly isOver: boolean;
  /** To be spread onto the element. */
  readonly handlers: Partial<ReturnType<typeof createDropHandlers>>;
} {
  const { addFiles } = useUploadActions();
  const mayUpload = useMay("reviewer");
  const [isOver, setOver] = useState(false);
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  }, [target]);
  const handlers = useMemo(() => {
    // Called during the event: afterwards the browser shows nothing of what was dropped.
    const onFiles = (source: DataTransfer) => addFiles(latest.current, source);
    return createDropHandlers({ onFiles, onOver: setOver });
  }, [addFiles]);
  return { isOver, handlers: mayUpload ? handlers : {} };
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
