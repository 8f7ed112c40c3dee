import type { DrawnPicture } from "../pages/page-source";
import type { EarlyOpening } from "../pdf/early-opening";

/** What the page's own script started before any other script came. */
export interface EarlyStart {
  /** The URL of the file that it is about. */
  readonly file: string;
  readonly thread: Worker;
  /** The first bytes; null: they could not be read, and the preview asks again. */
  readonly head: Promise<Uint8Array<ArrayBuffer> | null>;
  /** null: it is no PDF, or something could not be loaded, and the preview opens it itself. */
  readonly opening: Promise<EarlyOpening | null>;
  /** The first page as the viewer will show it; null: it could not be drawn. */
  readonly picture: Promise<DrawnPicture | null>;
  /** Whether the thread ended while nobody listened. */
  isBroken: boolean;
}

/** Where the page's script leaves it for `takeEarlyStart`. */
export type EarlyGlobal = typeof globalThis & { stagedoorEarlyStart?: EarlyStart | undefined };

/** What the page's script started for the file at this URL, once; null: nothing, or its thread has ended. */
export function takeEarlyStart(file: string | undefined): EarlyStart | null {
  const place: EarlyGlobal = globalThis;
  const start = place.stagedoorEarlyStart;
  place.stagedoorEarlyStart = undefined;
  if (!start) return null;
  if (!start.isBroken && start.file === file) return start;
  start.thread.terminate();
  return null;
}
