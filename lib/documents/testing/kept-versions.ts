import type { ListedObject, ListPosition, ObjectVersion } from "../ports";

/** The versioning of a bucket, one of S3's three states; "off" means it was never enabled. */
export type Versioning = "off" | "enabled" | "suspended";

/** The object that a PUT stores. */
export interface KeptObject {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly contentType: string | null;
  readonly lastModified: Date;
}

type KeptVersion = { readonly versionId: string; readonly lastModified: Date } & (
  | (KeptObject & { readonly isMarker: false })
  | { readonly isMarker: true }
);

/**
 * The in-memory versions of a bucket, which follow the rules of S3. The version of a write without versioning is called
 * "null".
 */
export interface KeptVersions {
  setVersioning(versioning: Versioning): void;
  put(key: string, object: KeptObject): void;
  /** Returns a version; if its id is null, the newest version unless that is a delete marker. */
  find(version: ObjectVersion): (KeptObject & { readonly versionId: string }) | null;
  /**
   * Removes a version; if its id is null, does the same as a DELETE without a version, which adds a delete marker if
   * versioning is enabled.
   */
  remove(version: ObjectVersion, at: Date): void;
  removeAll(key: string): void;
  list(
    prefix: string,
    after: ListPosition,
    limit: number,
  ): { readonly objects: readonly ListedObject[]; readonly next: ListPosition | null };
}

/** Creates an empty bucket with versioning off. */
export function createKeptVersions(): KeptVersions {
  const versions = new Map<string, readonly KeptVersion[]>();
  let versioning: Versioning = "off";
  let idCount = 0;
  const of = (key: string) => versions.get(key) ?? [];
  const set = (key: string, list: readonly KeptVersion[]) =>
    list.length > 0 ? void versions.set(key, list) : void versions.delete(key);
  const without = (key: string, versionId: string) =>
    of(key).filter((version) => version.versionId !== versionId);
  const nextId = () => {
    idCount += 1;
    return versioning === "enabled" ? `version-${idCount}` : "null";
  };
  const add = (key: string, version: KeptVersion) =>
    set(key, [version, ...without(key, version.versionId)]);
  return {
    setVersioning: (value) => {
      versioning = value;
    },
    put: (key, object) => add(key, { ...object, versionId: nextId(), isMarker: false }),
    find: ({ key, versionId }) => {
      const found = of(key).find(
        (version) => versionId === null || version.versionId === versionId,
      );
      return !found || found.isMarker ? null : found;
    },
    remove: ({ key, versionId }, at) => {
      if (versionId !== null) return set(key, without(key, versionId));
      if (versioning === "off") return set(key, []);
      add(key, { versionId: nextId(), lastModified: at, isMarker: true });
    },
    removeAll: (key) => set(key, []),
    list: (prefix, after, limit) => {
      const isTold = versioning !== "off";
      const rows = [...versions.keys()]
        .filter((key) => key.startsWith(prefix) && key >= after.key)
        .sort()
        .flatMap((key) => behind(of(key), key, after).map((version) => ({ key, ...version })));
      const objects = rows.slice(0, limit).map(({ key, versionId, lastModified }) => ({
        key,
        versionId: isTold ? versionId : null,
        lastModified,
      }));
      const last = objects.at(-1);
      return { objects, next: rows.length > limit && last ? last : null };
    },
  };
}

/** Returns the versions of a key that a listing has not returned yet, newest first. */
function behind(list: readonly KeptVersion[], key: string, after: ListPosition) {
  if (key > after.key) return list;
  const position = list.findIndex(({ versionId }) => versionId === after.versionId);
  return position < 0 ? [] : list.slice(position + 1);
}
