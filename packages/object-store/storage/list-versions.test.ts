import { expect, test } from "vitest";
import { listVersions, type VersionQuery } from "./list-versions";
import { createObjectIndex, toListedVersion } from "./object-index";
import { NULL_VERSION_ID, nextVersionId } from "./version-id";

const FIRST = nextVersionId(null);
const SECOND = nextVersionId(FIRST);
const THIRD = nextVersionId(SECOND);
const IDS = [NULL_VERSION_ID, FIRST, SECOND, THIRD];

/** "a" with four versions, two keys below "b/", and "c" whose newest version is a delete marker. */
const STORED = [
  ...IDS.map((versionId) => ({ key: "a", versionId })),
  { key: "b/1", versionId: FIRST },
  { key: "b/2", versionId: FIRST },
  { key: "c", versionId: FIRST },
  { key: "c", versionId: SECOND, isDeleteMarker: true },
];
const { versions } = createObjectIndex(
  STORED.map((named) =>
    toListedVersion({
      lastModified: "2026",
      size: 1,
      etag: "e",
      blob: "b",
      sha256: "s",
      headers: {},
      user: {},
      ...named,
    }),
  ),
);

const ALL: VersionQuery = {
  prefix: "",
  delimiter: "",
  entriesMax: 1000,
  keyMarker: "",
  versionIdMarker: "",
};
const NAMES: Readonly<Record<string, string>> = {
  [NULL_VERSION_ID]: "0",
  [FIRST]: "1",
  [SECOND]: "2",
  [THIRD]: "3",
};
const shown = (query: Partial<VersionQuery>) => {
  const page = listVersions(versions, { ...ALL, ...query });
  return [
    ...page.versions.map(({ key, versionId, isLatest, isDeleteMarker }) =>
      [key, NAMES[versionId], isLatest ? "!" : "", isDeleteMarker ? "-" : ""].join(""),
    ),
    ...page.commonPrefixes,
  ].join(" ");
};

test("versions are listed newest first within each key, and only the first version of a key is the latest", () => {
  expect(shown({})).toBe("a3! a2 a1 a0 b/11! b/21! c2!- c1");
  expect(shown({ prefix: "b/" })).toBe("b/11! b/21!");
  expect(shown({ delimiter: "/" })).toBe("a3! a2 a1 a0 c2!- c1 b/");
});

test("a key marker alone skips all versions of its key", () => {
  expect(shown({ keyMarker: "a" })).toBe("b/11! b/21! c2!- c1");
  expect(shown({ keyMarker: "b/", delimiter: "/" })).toBe("c2!- c1");
});

test("a key marker with a version id shows the older versions of its key, even if that version is gone", () => {
  expect(shown({ keyMarker: "a", versionIdMarker: SECOND, prefix: "a" })).toBe("a1 a0");
  expect(shown({ keyMarker: "a", versionIdMarker: nextVersionId(FIRST), prefix: "a" })).toMatch(
    /^(a2 )?a1 a0$/,
  );
  expect(shown({ keyMarker: "a", versionIdMarker: NULL_VERSION_ID, prefix: "a" })).toBe("");
});

test.each([1, 2, 3, 7])("pages of %i show each version once", (entriesMax) => {
  for (const delimiter of ["", "/"]) {
    const seen: string[] = [];
    let query = { ...ALL, delimiter, entriesMax };
    for (;;) {
      const page = listVersions(versions, query);
      seen.push(...page.versions.map(({ key, versionId }) => key + versionId));
      seen.push(...page.commonPrefixes);
      if (page.next === null) break;
      query = { ...query, keyMarker: page.next.key, versionIdMarker: page.next.versionId };
    }
    expect(seen).toHaveLength(delimiter === "" ? 8 : 7);
    expect(new Set(seen).size).toBe(seen.length);
  }
});
