import { holdsFiles } from "./engine/read-dropped-files";

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
