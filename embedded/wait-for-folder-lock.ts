import { setTimeout as sleep } from "node:timers/promises";
import { acquireFolderLock, FolderInUseError, type FolderLock } from "./folder-lock";

const RETRY_MS = 100;

/**
 * Takes the lock as soon as its owner releases it.
 * @throws FolderInUseError if `mayWait` returns false; the signal's reason if the signal aborts the wait
 */
export async function waitForFolderLock(
  lockFile: string,
  mayWait: (error: FolderInUseError) => boolean,
  signal?: AbortSignal,
): Promise<FolderLock> {
  for (;;) {
    try {
      return await acquireFolderLock(lockFile);
    } catch (error) {
      if (!(error instanceof FolderInUseError && mayWait(error))) throw error;
      await sleep(RETRY_MS, undefined, signal && { signal });
    }
  }
}
