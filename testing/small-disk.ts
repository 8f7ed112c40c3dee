import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasErrnoCode } from "../embedded/small-files";

const MEBIBYTE = 1024 ** 2;

/** A separate file system that a test can fill to the last byte. */
export interface SmallDisk {
  readonly directory: string;
  /** Writes a file until nothing more fits on the disk. */
  fill(): void;
  /** Removes the file that `fill` wrote. */
  free(): void;
  /** Unmounts the disk even if programs are still using it. */
  unmount(): void;
}

/** Mounts a file system in memory. Returns null if this user is not allowed to mount, as on most developers' machines. */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const directory = mkdtempSync(join(tmpdir(), "stagedoor-small-disk-"));
  const options = `size=${mebibytes}m,mode=0700`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]);
  if (mounted.status !== 0) {
    rmdirSync(directory);
    return null;
  }
  const filler = join(directory, "filler");
  return {
    directory,
    fill: () => fillDisk(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => {
      spawnSync("umount", ["--lazy", directory]);
      rmdirSync(directory);
    },
  };
}

function fillDisk(file: string): void {
  const descriptor = openSync(file, "a");
  try {
    for (const bytes of [MEBIBYTE, 4096]) {
      const chunk = Buffer.alloc(bytes);
      while (writesWhole(descriptor, chunk));
    }
  } finally {
    closeSync(descriptor);
  }
}

function writesWhole(descriptor: number, chunk: Buffer): boolean {
  try {
    return writeSync(descriptor, chunk) === chunk.length;
  } catch (error) {
    if (hasErrnoCode(error, "ENOSPC")) return false;
    throw error;
  }
}
