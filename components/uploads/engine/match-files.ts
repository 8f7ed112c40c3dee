import type { DroppedFile, UploadEntry } from "./upload-entry";

/**
 * Matches files to interrupted uploads by name and size. The same folder is preferred, but a different one is accepted,
 * because the file may have been selected on its own or from a higher folder. Each upload and each file is matched at
 * most once, in linear time. `unmatched` contains the files without an upload. `sizesBytes` contains the size of each
 * file, because a browser blocks while it looks up a size.
 */
export function matchFiles(
  interrupted: Iterable<UploadEntry>,
  files: readonly DroppedFile[],
  sizesBytes: ReadonlyMap<File, number>,
) {
  const waiting = new Map<string, UploadEntry[]>();
  for (const entry of interrupted) {
    const key = keyOf(entry.name, entry.sizeBytes);
    const sameKey = waiting.get(key);
    if (sameKey) sameKey.push(entry);
    else waiting.set(key, [entry]);
  }
  const matches: { id: string; file: File }[] = [];
  const take =
    (accepts: (entry: UploadEntry, file: DroppedFile) => boolean) => (given: DroppedFile) => {
      const candidates = waiting.get(keyOf(given.file.name, sizesBytes.get(given.file))) ?? [];
      const index = candidates.findIndex((entry) => accepts(entry, given));
      const [entry] = index < 0 ? [] : candidates.splice(index, 1);
      if (!entry) return true;
      matches.push({ id: entry.id, file: given.file });
      return false;
    };
  const others = files.filter(take((entry, { folder }) => entry.folder === folder));
  const unmatched = others.filter(take(() => true));
  return { matches, unmatched };
}

const keyOf = (name: string, sizeBytes: number | undefined) => `${sizeBytes} ${name}`;

/**
 * Finds the interrupted upload that an added file continues. If the size and the time of change are equal, it is the same
 * file, wherever it was selected from. If only asset, folder and name are equal, it may be a new version, so people have
 * to decide. Each upload is found at most once.
 */
export function createReturnedFiles(interrupted: Iterable<UploadEntry>) {
  const waiting = new Map<string, UploadEntry[]>();
  for (const entry of interrupted) {
    const sameName = waiting.get(nameOf(entry));
    if (sameName) sameName.push(entry);
    else waiting.set(nameOf(entry), [entry]);
  }
  return {
    /** Returns the upload that the entry's file continues, and whether it is certainly the same file; null if none. */
    take: (added: UploadEntry): { readonly id: string; readonly isSame: boolean } | null => {
      const candidates = waiting.get(nameOf(added)) ?? [];
      const inFolder = candidates.filter(({ folder }) => folder === added.folder);
      const same = [...inFolder, ...candidates].find((entry) => isSameFile(entry, added));
      const found = same ?? inFolder[0];
      if (!found) return null;
      candidates.splice(candidates.indexOf(found), 1);
      return { id: found.id, isSame: same !== undefined };
    },
  };
}

/** Whether both uploads are of the same file, unchanged, as far as a browser can tell without reading it. */
export const isSameFile = (one: UploadEntry, other: UploadEntry) =>
  one.sizeBytes === other.sizeBytes && one.modifiedAtMs === other.modifiedAtMs;

const nameOf = ({ assetIdentifier, name }: UploadEntry) => JSON.stringify([assetIdentifier, name]);
