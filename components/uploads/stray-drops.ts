import { holdsFiles } from "./engine/read-dropped-files";

/** Files dropped outside all targets. */
export interface StrayDrops {
  /** Calls the listener for each stray drop until the returned function is called. */
  onStray(listener: () => void): () => void;
  /** Prevents the browser from opening dropped files; returns a function that stops this. */
  prevent(page: Pick<Window, "addEventListener" | "removeEventListener">): () => void;
}

/** Creates a `StrayDrops` without listeners. */
export function createStrayDrops(): StrayDrops {
  const listeners = new Set<() => void>();
  const isStray = ({ defaultPrevented, dataTransfer }: DragEvent) =>
    !defaultPrevented && holdsFiles(dataTransfer);
  const over = (event: DragEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    // With the effect `none`, browsers would not fire a drop event.
    if (event.dataTransfer) event.dataTransfer.dropEffect = listeners.size > 0 ? "copy" : "none";
  };
  const drop = (event: DragEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    for (const listener of [...listeners]) listener();
  };
  return {
    onStray: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prevent: (page) => {
      page.addEventListener("dragover", over);
      page.addEventListener("drop", drop);
      return () => {
        page.removeEventListener("dragover", over);
        page.removeEventListener("drop", drop);
      };
    },
  };
}
