import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUseError, waitForDirectoryLock } from "@stagedoor/object-store/directory-lock";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { readFileIfExists, writeFileAtomically } from "../../small-files";
import { StartError } from "../terminal";

/** A data folder that belongs to this process. */
export interface DataFolder {
  /** True if the previous owner was killed. Its children may need a moment to exit. */
  readonly wasStale: boolean;
  /** Announces to any launcher that starts now that the folder will soon be released. */
  announceStop(): void;
  /** Releases the folder. Call it last. */
  release(): Promise<void>;
}

/**
 * Creates the data folder if it does not exist, readable only by the owner, and takes it for this process. Waits up to
 * `patienceMs` for an owner that is about to stop.
 * @throws StartError if it cannot be created or another Stagedoor uses it; the signal's reason if the signal aborts the
 * wait
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
    const isLeaving = ({ pid }: DirectoryInUseError) =>
      readFileIfExists(stopNote) === String(pid) && Date.now() < deadlineMs;
    const lock = await waitForDirectoryLock(join(dataDir, "launcher.lock"), isLeaving, signal);
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
      error instanceof DirectoryInUseError
        ? `The data folder ${dataDir} is in use by another Stagedoor (process ${error.pid}). Stop it, or set STAGEDOOR_DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be used (${errorMessage(error)}). Set STAGEDOOR_DATA_DIR to a folder that this user can write to.`,
    );
  }
}

function announce(stopNote: string): void {
  try {
    writeFileAtomically(stopNote, String(process.pid));
  } catch {
    // The error is ignored. On a full disk, the next start fails instead of waiting, but the children must still be
    // stopped.
  }
}
