import { holdsFiles } from "./engine/read-dropped-files";

/** Files that are dropped beside every target. */
export interface StrayDrops {
  /** Calls the listener for each of them, from now until the returned function is called. */
  onStray(listener: () => void): () => void;
  /** Keeps the browser from leaving the page for them; the answer ends it. */
  prevent(page: Pick<Window, "addEventListener" | "removeEventListener">): () => void;
}

/** Stray drops that nobody listens to yet. */
export function createStrayDrops(): StrayDrops {
  const listeners = new Set<() => void>();
  const isStray = ({ defaultPrevented, dataTransfer }: DragEvent) =>
    !defaultPrevented && holdsFiles(dataTransfer);
  const over = (event: DragEvent) => {
    if (!isStray(event)) return;
    event.preventDefault();
    // With the effect `none`, browsers would tell nothing about the drop.
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
