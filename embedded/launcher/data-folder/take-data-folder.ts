import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { FolderInUseError } from "../../folder-lock";
import { readFileIfExists } from "../../read-file-if-exists";
import { waitForFolderLock } from "../../wait-for-folder-lock";
import { writeFileAtomically } from "../../write-file-atomically";
import { StartError } from "../start-error";

/** A data folder that belongs to this process. */
export interface DataFolder {
  /** True when the previous owner was killed: its children may need a moment to end. */
  readonly wasStale: boolean;
  /** Tells a start that comes now that waiting is worth it. */
  announceStop(): void;
  /** Gives the folder back. Call it last. */
  release(): Promise<void>;
}

/**
 * Makes the data folder when it is absent, readable by the owner only, and takes it for this process. An owner that is about to
 * stop is waited for up to `patienceMs`.
 * @throws StartError when it cannot be made or when another Stagedoor uses it; the signal's reason when it aborts the waiting.
 */
export async function takeDataFolder(
  dataDir: string,
  patienceMs: number,
  signal: AbortSignal,
): Promise<DataFolder> {
  const stopNote = join(dataDir, "launcher.stopping");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const deadlineMs = Date.now() + patienceMs;
    const isLeaving = ({ pid }: FolderInUseError) =>
      readFileIfExists(stopNote) === String(pid) && Date.now() < deadlineMs;
    const lock = await waitForFolderLock(join(dataDir, "launcher.lock"), isLeaving, signal);
    rmSync(stopNote, { force: true });
    return {
      wasStale: lock.wasStale,
      announceStop: () => announce(stopNote),
      release: async () => {
        rmSync(stopNote, { force: true });
        await lock.release();
      },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new StartError(
      error instanceof FolderInUseError
        ? `The data folder ${dataDir} is in use by another Stagedoor (process ${error.pid}). Stop it, or set STAGEDOOR_DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be used (${errorMessage(error)}). Set STAGEDOOR_DATA_DIR to a folder that this user can write to.`,
    );
  }
}

function announce(stopNote: string): void {
  try {
    writeFileAtomically(stopNote, String(process.pid));
  } catch {
    // On a full disk a start that comes now complains instead of waiting; the children must be stopped all the same.
  }
}
