import { compareBytes, firstPosition } from "./byte-order";
import { isDeleteMarker, type StoredVersion } from "./object-metadata";
import { compareVersionIds } from "./version-id";

/** What a listing tells of a version. */
export interface ListedVersion {
  readonly key: string;
  readonly versionId: string;
  readonly lastModified: string;
  readonly isDeleteMarker: boolean;
  /** 0 for a delete marker. */
  readonly size: number;
  /** "" for a delete marker. */
  readonly etag: string;
}

/** Leaves out the rest, so that it is not held in memory. */
export function toListedVersion(version: StoredVersion): ListedVersion {
  const { key, versionId, lastModified } = version;
  const bytes = isDeleteMarker(version) ? { size: 0, etag: "" } : version;
  const { size, etag } = bytes;
  return { key, versionId, lastModified, isDeleteMarker: isDeleteMarker(version), size, etag };
}

/**
 * What the metadata files of one bucket say, so that a listing reads none of them. About 350 bytes of memory for each
 * version; nothing of it is kept on disk. The lists change with every `put` and `remove`: not to be held across an await.
 */
export interface ObjectIndex {
  /** The newest version of each key in byte order of the keys, without those that a delete marker hides. */
  readonly current: readonly ListedVersion[];
  /** Every version in byte order of the keys, of a key the newest first. */
  readonly versions: readonly ListedVersion[];
  /** The versions of one key, newest first. */
  versionsOf(key: string): readonly ListedVersion[];
  /** Replaces the version with the same id. */
  put(version: StoredVersion): void;
  /** Does nothing when the version is not known. */
  remove(key: string, versionId: string): void;
}

/** Keys and version ids must differ in pairs; they may come in any order. */
export function createObjectIndex(listed: readonly ListedVersion[]): ObjectIndex {
  const versions = listed.toSorted(compareVersions);
  const current = versions.filter(
    (version, position) => versions[position - 1]?.key !== version.key && !version.isDeleteMarker,
  );
  const firstOf = (list: readonly ListedVersion[], key: string) =>
    firstPosition(list, (other) => compareBytes(other.key, key) < 0);
  // Making room among a million objects takes 0.05 ms; writing the object to disk takes milliseconds.
  const replace = (
    list: ListedVersion[],
    position: number,
    isThere: boolean,
    version: ListedVersion | null,
  ) => list.splice(position, isThere ? 1 : 0, ...(version === null ? [] : [version]));
  const refreshCurrent = (key: string) => {
    const newest = versions[firstOf(versions, key)];
    const isVisible = newest?.key === key && !newest.isDeleteMarker;
    const position = firstOf(current, key);
    replace(current, position, current[position]?.key === key, isVisible ? newest : null);
  };
  const set = (key: string, versionId: string, version: ListedVersion | null) => {
    const sought = { key, versionId };
    const position = firstPosition(versions, (other) => compareVersions(other, sought) < 0);
    const isThere = versions[position]?.key === key && versions[position]?.versionId === versionId;
    replace(versions, position, isThere, version);
    refreshCurrent(key);
  };
  return {
    current,
    versions,
    versionsOf: (key) => {
      const start = firstOf(versions, key);
      const end = firstPosition(versions, (other) => other.key === key, start);
      return versions.slice(start, end);
    },
    put: (version) => set(version.key, version.versionId, toListedVersion(version)),
    remove: (key, versionId) => set(key, versionId, null),
  };
}

type Named = Pick<ListedVersion, "key" | "versionId">;

function compareVersions(a: Named, b: Named): number {
  return compareBytes(a.key, b.key) || compareVersionIds(a.versionId, b.versionId);
}
