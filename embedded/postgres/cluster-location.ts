import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";

/** The file that tells where the cluster is. It stands beside the wished folder, and so moves with it. */
export const locationFileOf = (dataDir: string) => `${dataDir}-location`;

/** True for a folder that holds a whole database cluster; a half one is never at its final place. */
export function isCluster(folder: string): boolean {
  return existsSync(join(folder, "PG_VERSION"));
}

/**
 * Where the cluster of the wished folder (an absolute path) is, absolute too; null while none was made.
 * @throws a sentence that says what to do when it is not there any more: an empty one must not take its place.
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

/** Notes where the cluster of the wished folder is. Call it when the cluster is there: from now on it is missed when it goes. */
export function noteCluster(dataDir: string, location: string): void {
  const file = locationFileOf(dataDir);
  // The wished folder itself is noted by its name, because it moves together with the note.
  const note = location === dataDir ? basename(dataDir) : location;
  if (readFileIfExists(file)?.trim() === note) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${note}\n`);
}
