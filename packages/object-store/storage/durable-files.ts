import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * File operations whose effects survive a power loss once they return, or faster operations for tests. Only the owner
 * can read the files and folders that they create.
 */
export interface DurableFiles {
  readonly isDurable: boolean;
  /** Creates the folder and its parents, and makes the new entries durable. */
  createDirectory(directory: string): Promise<void>;
  /**
   * Writes a complete new file.
   * @throws EEXIST if the file exists
   */
  writeNewFile(file: string, text: string): Promise<void>;
  /** Makes files created, renamed or removed in this folder durable. */
  syncDirectory(directory: string): Promise<void>;
}

/** Creates the file operations. `isDurable: false` skips every fsync. */
export function createDurableFiles(isDurable: boolean): DurableFiles {
  const syncDirectory = async (directory: string) => {
    // Windows cannot open a folder, so there the file system's own journal has to suffice.
    if (!isDurable || process.platform === "win32") {
      return;
    }
    const handle = await open(directory, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  return {
    isDurable,
    syncDirectory,
    createDirectory: async (directory) => {
      const firstCreated = await mkdir(directory, { recursive: true, mode: 0o700 });
      if (firstCreated !== undefined) {
        await syncDirectory(dirname(directory));
        await syncDirectory(dirname(firstCreated));
      }
    },
    writeNewFile: (file, text) =>
      writeFile(file, text, { flag: "wx", mode: 0o600, flush: isDurable }),
  };
}
