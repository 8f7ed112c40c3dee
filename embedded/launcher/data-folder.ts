import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireFolderLock, FolderInUseError, type FolderLock } from "../folder-lock";
import { writeFileAtomically } from "./atomic-file";
import { messageOf, StartError } from "./start-error";

/** A data folder that belongs to this process. */
export interface DataFolder {
  /** True when the previous owner was killed: its children may need a moment to end. */
  readonly wasStale: boolean;
  /** Tells a start that comes now that waiting is worth it. */
  announceStop(): void;
  /** Gives the folder back. Call it last. */
  release(): Promise<void>;
}

const RETRY_MS = 100;

/**
 * Makes the data folder when it is absent, readable by the owner only, and takes it for this process. An owner that is about to
 * stop is waited for up to `patienceMs`.
 * @throws StartError when it cannot be made or when another Stagedoor uses it.
 */
export async function takeDataFolder(dataDir: string, patienceMs: number): Promise<DataFolder> {
  const stopNote = join(dataDir, "launcher.stopping");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = await acquireInTime(dataDir, stopNote, Date.now() + patienceMs);
    rmSync(stopNote, { force: true });
    return {
      wasStale: lock.wasStale,
      announceStop: () => writeFileAtomically(stopNote, String(process.pid)),
      release: async () => {
        rmSync(stopNote, { force: true });
        await lock.release();
      },
    };
  } catch (error) {
    throw new StartError(
      error instanceof FolderInUseError
        ? `The data folder ${dataDir} is in use by another Stagedoor (process ${error.pid}). Stop it, or set STAGEDOOR_DATA_DIR to another folder.`
        : `The data folder ${dataDir} cannot be used (${messageOf(error)}). Set STAGEDOOR_DATA_DIR to a folder that this user may write.`,
    );
  }
}

async function acquireInTime(
  dataDir: string,
  stopNote: string,
  deadlineMs: number,
): Promise<FolderLock> {
  for (;;) {
    try {
      return await acquireFolderLock(join(dataDir, "launcher.lock"));
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const isLeaving = readIfThere(stopNote) === String(error.pid);
      if (!isLeaving || Date.now() >= deadlineMs) throw error;
      await sleep(RETRY_MS);
    }
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Nobody is about to stop.
    return null;
  }
}
