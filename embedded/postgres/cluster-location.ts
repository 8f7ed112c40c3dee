import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readFileIfExists, writeFileAtomically } from "../small-files";

/**
 * Returns the path of the file that contains the location of the cluster. It is next to the requested folder, so that
 * both are moved together.
 */
export const locationFileOf = (dataDir: string) => `${dataDir}-location`;

/** Returns true for a folder with a complete database cluster; an incomplete cluster is never at its final location. */
export function isCluster(directory: string): boolean {
  return existsSync(join(directory, "PG_VERSION"));
}

/**
 * Returns the absolute path of the cluster of the requested folder (also an absolute path), or null if none has been
 * created.
 * @throws an error that says what to do if the cluster has disappeared, because an empty cluster must not replace it
 */
export function findCluster(dataDir: string): string | null {
  const file = locationFileOf(dataDir);
  const note = readFileIfExists(file);
  if (note === null) return isCluster(dataDir) ? dataDir : null;
  const location = resolve(dirname(file), note.trim());
  if (isCluster(location)) return location;
  throw new Error(
    `There is no database in ${location}, although ${file} says so. Restore it, or move ${dirname(dataDir)} away to start again without data.`,
  );
}

/**
 * Records where the cluster of the requested folder is. Call it once the cluster exists: from then on, its absence is an
 * error.
 */
export function noteCluster(dataDir: string, location: string): void {
  const file = locationFileOf(dataDir);
  // The requested folder itself is recorded by its name, because it moves together with the file.
  const note = location === dataDir ? basename(dataDir) : location;
  if (readFileIfExists(file)?.trim() === note) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${note}\n`);
}
