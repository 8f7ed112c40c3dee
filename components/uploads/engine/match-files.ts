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
