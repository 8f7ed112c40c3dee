import { expect, test } from "vitest";
import { createObjectIndex, toListedVersion } from "./object-index";
import type { StoredVersion } from "./object-metadata";
import { NULL_VERSION_ID, nextVersionId } from "./version-id";

const LAST_MODIFIED = "2026-01-02T03:04:05.000Z";

const object = (key: string, versionId = NULL_VERSION_ID, size = 1): StoredVersion => ({
  key,
  versionId,
  size,
  etag: "e",
  lastModified: LAST_MODIFIED,
  blob: "b",
  sha256: "s",
  headers: {},
  user: {},
});
const marker = (key: string, versionId: string): StoredVersion => ({
  key,
  versionId,
  lastModified: LAST_MODIFIED,
  isDeleteMarker: true,
});
const indexOf = (...versions: readonly StoredVersion[]) =>
  createObjectIndex(versions.map(toListedVersion));

const FIRST = nextVersionId(null);
const SECOND = nextVersionId(FIRST);
const THIRD = nextVersionId(SECOND);

test("objects are sorted by the bytes of their keys, regardless of the order in which they arrive", () => {
  const index = indexOf(...["d", "a", "\u{1f600}"].map((key) => object(key)));
  for (const key of ["\u{fffd}", "c", "e", "A"]) index.put(object(key));
  const keys = index.current.map(({ key }) => key).join(" ");
  expect(keys).toBe("A a c d e \u{fffd} \u{1f600}");
  expect(index.versions).toEqual(index.current);
});

test("a version replaces the version with the same id", () => {
  const index = indexOf(object("a"), object("b"), object("c"));
  index.put(object("b", NULL_VERSION_ID, 2));
  expect(index.current.map(({ size }) => size)).toEqual([1, 2, 1]);
  expect(index.versions).toEqual(index.current);
});

test("only the fields that a listing shows are kept in memory", () => {
  const index = indexOf();
  index.put(object("a"));
  index.put(marker("b", FIRST));
  const facts = { lastModified: LAST_MODIFIED, size: 1, etag: "e", isDeleteMarker: false };
  expect(index.versions).toEqual([
    { ...facts, key: "a", versionId: NULL_VERSION_ID },
    { ...facts, key: "b", versionId: FIRST, size: 0, etag: "", isDeleteMarker: true },
  ]);
});

test.each(["", "a0", "b", "z"])("removing the unknown key %j removes nothing else", (key) => {
  const index = indexOf(object("a"), object("c"));
  index.remove(key, NULL_VERSION_ID);
  index.remove("a", FIRST);
  expect(index.current.map((version) => version.key)).toEqual(["a", "c"]);
  expect(index.versions).toEqual(index.current);
});

test.each([
  ["added oldest first", [NULL_VERSION_ID, FIRST, SECOND, THIRD]],
  ["added newest first", [THIRD, SECOND, FIRST, NULL_VERSION_ID]],
])("versions of a key are sorted newest first, the null version last: %s", (_name, ids) => {
  const index = indexOf(object("a"), object("c"));
  for (const id of ids) index.put(object("b", id));
  const newestFirst = [THIRD, SECOND, FIRST, NULL_VERSION_ID];
  expect(index.versionsOf("b").map(({ versionId }) => versionId)).toEqual(newestFirst);
  expect(index.versions.map(({ key }) => key).join("")).toBe("abbbbc");
  expect(index.current.map(({ versionId }) => versionId)).toEqual(["null", THIRD, "null"]);
});

test("only the newest version is current, and no version is current while the newest is a delete marker", () => {
  const index = indexOf(object("a", FIRST), object("a", SECOND));
  const current = () => index.current.map(({ versionId }) => versionId);
  expect(current()).toEqual([SECOND]);
  index.put(marker("a", THIRD));
  expect(current()).toEqual([]);
  index.remove("a", THIRD);
  expect(current()).toEqual([SECOND]);
  index.remove("a", SECOND);
  expect(current()).toEqual([FIRST]);
  index.remove("a", FIRST);
  expect(index.versions).toEqual([]);
  expect(current()).toEqual([]);
});
