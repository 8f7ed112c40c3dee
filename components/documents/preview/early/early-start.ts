import type { DrawnPicture } from "../pages/page-source";
import type { EarlyOpening } from "../pdf/early-opening";

/** The work that the page's first script started. */
export interface EarlyStart {
  /** The URL of the file. */
  readonly file: string;
  readonly thread: Worker;
  /** The first bytes of the file; null if they could not be read, in which case the preview requests them again. */
  readonly head: Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * The PDF that is being opened; null if the file is not a PDF or something could not be loaded. The preview then opens
   * the file.
   */
  readonly opening: Promise<EarlyOpening | null>;
  /** The first page as the viewer will show it; null if it could not be drawn. */
  picture: Promise<DrawnPicture | null>;
  /** Whether the thread stopped before the preview took it over. */
  isBroken: boolean;
}

/** The property in which the page's script leaves its work for `takeEarlyStart`. */
export type EarlyGlobal = typeof globalThis & { stagedoorEarlyStart?: EarlyStart | undefined };

/**
 * Takes over the work that the page's script started for the file at this URL. Returns null if the script started
 * nothing, if its thread has stopped, and on every later call.
 */
export function takeEarlyStart(file: string | undefined): EarlyStart | null {
  const place: EarlyGlobal = globalThis;
  const start = place.stagedoorEarlyStart;
  place.stagedoorEarlyStart = undefined;
  if (!start) return null;
  if (!start.isBroken && start.file === file) return start;
  start.thread.terminate();
  return null;
}
