import { compareBytes, firstPosition } from "./byte-order";
import { type ListQuery, listPage } from "./list-page";
import type { ListedVersion } from "./object-index";
import { compareVersionIds } from "./version-id";

/** The parameters of a listing of versions. */
export interface VersionQuery extends Pick<ListQuery, "prefix" | "delimiter" | "entriesMax"> {
  /** Only entries after this key or common prefix are listed; "" lists all. */
  readonly keyMarker: string;
  /**
   * If this is given, older versions of the marker's key are listed as well; "" for none. The version need not exist any
   * more.
   */
  readonly versionIdMarker: string;
}

/** One page of versions, newest first within each key. */
export interface VersionPage {
  readonly versions: readonly (ListedVersion & { readonly isLatest: boolean })[];
  readonly commonPrefixes: readonly string[];
  /**
   * Where the next page starts; null if there is none. If the version id is empty, the page starts after the whole key
   * or common prefix.
   */
  readonly next: { readonly key: string; readonly versionId: string } | null;
}

/**
 * Cuts one page out of versions sorted by the bytes of their keys, newest first. Pure; takes time proportional to the
 * page.
 */
export function listVersions(sorted: readonly ListedVersion[], query: VersionQuery): VersionPage {
  const { keyMarker, versionIdMarker, ...grouping } = query;
  const isInKey = versionIdMarker !== "";
  const page = listPage(
    sorted,
    { ...grouping, startAfter: "", previousEntry: isInKey ? null : keyMarker },
    ({ key, versionId }) =>
      isInKey &&
      (compareBytes(key, keyMarker) < 0 ||
        (key === keyMarker && compareVersionIds(versionId, versionIdMarker) <= 0)),
  );
  const last = page.objects.at(-1);
  return {
    versions: page.objects.map((version) => ({ ...version, isLatest: isLatest(sorted, version) })),
    commonPrefixes: page.commonPrefixes,
    next:
      page.lastEntry === null
        ? null
        : {
            key: page.lastEntry,
            versionId: last?.key === page.lastEntry ? last.versionId : "",
          },
  };
}

function isLatest(sorted: readonly ListedVersion[], { key, versionId }: ListedVersion): boolean {
  const first = firstPosition(sorted, (other) => compareBytes(other.key, key) < 0);
  return sorted[first]?.versionId === versionId;
}
