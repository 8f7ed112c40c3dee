import type { DroppedFile, UploadEntry } from "./upload-entry";

/** A file that was selected to continue an interrupted upload. `entry` has the file's name, folder, size and time. */
export interface ProvidedFile {
  readonly dropped: DroppedFile;
  readonly entry: UploadEntry;
}

/** An interrupted upload and the file that may continue it. */
interface FileMatch {
  readonly interrupted: UploadEntry;
  readonly provided: ProvidedFile;
}

/**
 * Matches files to interrupted uploads of any asset. `matches` contains the files of the same size and time of change; an
 * unknown time is accepted. `changed` contains the files of which only the name and possibly the folder are the same, so
 * people have to decide. `unmatched` contains all others, and changed files that could belong to more than one asset.
 * Each upload and each file is matched at most once.
 */
export function matchFiles(
  interrupted: Iterable<UploadEntry>,
  files: readonly ProvidedFile[],
): {
  readonly matches: readonly FileMatch[];
  readonly changed: readonly FileMatch[];
  readonly unmatched: readonly ProvidedFile[];
} {
  const waiting = groupBy(interrupted, ({ name }) => name);
  const take = (from: readonly ProvidedFile[], find: Find) => {
    const found: FileMatch[] = [];
    const others = from.filter((provided) => {
      const candidates = waiting.get(provided.entry.name) ?? [];
      const match = find(candidates, provided.entry);
      if (!match) return true;
      candidates.splice(candidates.indexOf(match), 1);
      found.push({ interrupted: match, provided });
      return false;
    });
    return { found, others };
  };
  const matches: FileMatch[] = [];
  let unmatched = files;
  for (const accepts of [isSameFile, isSameSizeAtUnknownTime]) {
    for (const isPlace of [isSameFolder, canBeSameFolder]) {
      const { found, others } = take(unmatched, (candidates, added) =>
        candidates.find((entry) => isPlace(entry, added) && accepts(entry, added)),
      );
      matches.push(...found);
      unmatched = others;
    }
  }
  const { found: changed, others } = take(unmatched, findChanged);
  return { matches, changed, unmatched: others };
}

type Find = (candidates: readonly UploadEntry[], added: UploadEntry) => UploadEntry | undefined;

/** The file does not say which asset it is for, so the question would be about an arbitrary one of several. */
const findChanged: Find = (candidates, added) => {
  // An entry that has failed is of a file that cannot be uploaded at all.
  if (added.state === "failed") return undefined;
  const reachable = candidates.filter((entry) => canBeSameFolder(entry, added));
  const isOneAsset = new Set(reachable.map(({ assetIdentifier }) => assetIdentifier)).size === 1;
  return isOneAsset
    ? (reachable.find((entry) => isSameFolder(entry, added)) ?? reachable[0])
    : undefined;
};

/**
 * Finds the interrupted upload that an added file continues. If the size and the time of change are equal, it is the same
 * file. If only asset, folder and name are equal, it may be a new version, so people have to decide. Folders count as
 * equal if they may be the same one, selected at another level. Each upload is found at most once.
 */
export function createReturnedFiles(interrupted: Iterable<UploadEntry>) {
  const waiting = groupBy(interrupted, nameOf);
  return {
    /** Returns the upload that the entry's file continues, and whether it is certainly the same file; null if none. */
    take: (added: UploadEntry): { readonly id: string; readonly isSame: boolean } | null => {
      const candidates = waiting.get(nameOf(added)) ?? [];
      const inFolder = candidates.filter((entry) => isSameFolder(entry, added));
      const reachable = candidates.filter((entry) => canBeSameFolder(entry, added));
      const same = [...inFolder, ...reachable].find((entry) => isSameFile(entry, added));
      const found = same ?? inFolder[0] ?? reachable[0];
      if (!found) return null;
      candidates.splice(candidates.indexOf(found), 1);
      return { id: found.id, isSame: same !== undefined };
    },
  };
}

/** Whether both uploads are of the same file, unchanged, as far as a browser can tell without reading it. */
export const isSameFile = (one: UploadEntry, other: UploadEntry) =>
  one.sizeBytes === other.sizeBytes && one.modifiedAtMs === other.modifiedAtMs;

const isSameSizeAtUnknownTime = (one: UploadEntry, other: UploadEntry) =>
  one.sizeBytes === other.sizeBytes && one.modifiedAtMs === null;

const isSameFolder = (one: UploadEntry, other: UploadEntry) => one.folder === other.folder;

/** A file that is selected on its own has no folder, and one selected from a higher folder has a longer path. */
const canBeSameFolder = ({ folder: one }: UploadEntry, { folder: other }: UploadEntry) =>
  one === null ||
  other === null ||
  `/${one}`.endsWith(`/${other}`) ||
  `/${other}`.endsWith(`/${one}`);

function groupBy(
  entries: Iterable<UploadEntry>,
  keyOf: (entry: UploadEntry) => string,
): Map<string, UploadEntry[]> {
  const groups = new Map<string, UploadEntry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) group.push(entry);
    else groups.set(keyOf(entry), [entry]);
  }
  return groups;
}

const nameOf = ({ assetIdentifier, name }: UploadEntry) => JSON.stringify([assetIdentifier, name]);
