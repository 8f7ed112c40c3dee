import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { CommandError } from "../command/command-error";
import type { LocalFile } from "../external-system/local-file";

/** A file to upload. */
export interface FoundFile extends LocalFile {
  /**
   * Relative to the current folder, or absolute if the file is outside. Users see this path, and later runs recognise the
   * file by it.
   */
  readonly shownPath: string;
}

/** The result of walking through files and folders. */
export interface Found {
  readonly files: readonly FoundFile[];
  /** Files that will not be uploaded, each with the reason. */
  readonly leftOut: readonly { readonly shownPath: string; readonly reason: string }[];
}

/**
 * Finds the named files and all files below the named folders, sorted and without duplicates. Below folders, hidden files
 * and folders, files without an extension and anything that is not a file are skipped. Links are followed only to files,
 * so that the walk cannot loop.
 * @throws CommandError if a named path does not exist
 */
export async function findFiles(paths: readonly string[], journalFile: string): Promise<Found> {
  const files = new Map<string, FoundFile>();
  const leftOut = new Map<string, string>();
  const journal = resolve(journalFile);
  const take = (path: string, found: Stats) => {
    if (path === journal) return;
    files.set(path, { path, sizeBytes: found.size, shownPath: shownPathOf(path) });
  };
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const found = await stat(path).catch(() => null);
      const reason = reasonToLeaveOut(entry, found);
      if (reason !== null) leftOut.set(path, reason);
      else if (entry.isDirectory()) await walk(path);
      else if (found) take(path, found);
    }
  };
  for (const named of paths) {
    const path = resolve(named);
    const found = await stat(path).catch((cause: unknown) => {
      throw new CommandError(`The file or folder ${named} does not exist.`, { cause });
    });
    if (found.isDirectory()) await walk(path);
    else take(path, found);
  }
  for (const path of files.keys()) leftOut.delete(path);
  const byPath = <Item extends { shownPath: string }>(one: Item, other: Item) =>
    one.shownPath < other.shownPath ? -1 : 1;
  return {
    files: [...files.values()].sort(byPath),
    leftOut: [...leftOut]
      .map(([path, reason]) => ({ shownPath: shownPathOf(path), reason }))
      .sort(byPath),
  };
}

function shownPathOf(path: string): string {
  const shown = relative("", path);
  return shown.startsWith("..") ? path : shown;
}

/** Returns the reason for skipping an entry, or null if it is a file to upload or a folder to search. */
function reasonToLeaveOut(entry: Dirent, found: Stats | null): string | null {
  if (entry.name.startsWith(".")) return "hidden";
  if (found === null) return "not readable";
  if (entry.isDirectory()) return null;
  if (!found.isFile()) return "not a file";
  return extname(basename(entry.name)) === "" ? "no extension" : null;
}
