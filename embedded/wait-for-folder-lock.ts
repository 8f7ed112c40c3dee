import { setTimeout as sleep } from "node:timers/promises";
import { acquireFolderLock, FolderInUseError, type FolderLock } from "./folder-lock";

const RETRY_MS = 100;

/**
 * Takes the lock as soon as its owner has let it go.
 * @throws FolderInUseError once `mayWait` says no; the signal's reason when it aborts the waiting.
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
