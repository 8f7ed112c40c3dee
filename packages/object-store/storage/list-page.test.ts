import { expect, test } from "vitest";
import { type ListQuery, listPage } from "./list-page";

const PREFIXES = ["", "a", "a/", "a/b", "\u{1f600}", "none"];
const DELIMITERS = ["", "/", "--"];
const BOUNDS = ["", "a", "a/", "a/b/1", "a/b/2x", "a--", "b", "\u{fffd}", "\u{1f600}/z", "~~~"];
const KEYS = ["a", "a/", "a/b", "a/b/1", "a/b/2", "a/c--d", "a--x", "a--y/z", "ab", "b/1", "b/2"];
const BEYOND_ASCII = ["é/1", "\u{fffd}", "\u{fffd}/1", "\u{1f600}", "\u{1f600}/1", "\u{1f600}/2"];

const bytes = (text: string) => Buffer.from(text);
const objects = [...KEYS, ...BEYOND_ASCII]
  .sort((a, b) => Buffer.compare(bytes(a), bytes(b)))
  .map((key) => ({ key }));

/** Implements the definition of a page without regard to speed: computes all entries, then picks those on the page. */
function entriesOf({ prefix, delimiter, startAfter, previousEntry }: ListQuery): string[] {
  const isAfter = (text: string, bound: string) => Buffer.compare(bytes(text), bytes(bound)) > 0;
  const names = objects
    .map(({ key }) => key)
    .filter((key) => key.startsWith(prefix) && isAfter(key, startAfter))
    .map((key) => {
      const cut = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      return cut < 0 ? key : key.slice(0, cut + delimiter.length);
    });
  return [...new Set(names)].filter((name) => isAfter(name, previousEntry ?? ""));
}

const isCommonPrefix = (name: string, { prefix, delimiter }: ListQuery) =>
  delimiter !== "" && name.includes(delimiter, prefix.length);

const groupings = PREFIXES.flatMap((prefix) =>
  DELIMITERS.map((delimiter) => ({ prefix, delimiter })),
);
const positions = BOUNDS.flatMap((startAfter) =>
  [null, ...BOUNDS.slice(1)].map((previousEntry) => ({ startAfter, previousEntry })),
);

test.each(groupings)(
  "with the prefix $prefix and the delimiter $delimiter, a page matches the definition",
  (grouping) => {
    for (const position of positions) {
      for (const entriesMax of [0, 1, 2, 1000]) {
        const query = { ...grouping, ...position, entriesMax };
        const entries = entriesOf(query);
        const shown = entries.slice(0, entriesMax);
        const page = listPage(objects, query);
        const isTruncated = shown.length > 0 && shown.length < entries.length;
        expect({ ...page, query }).toEqual({
          objects: shown.filter((name) => !isCommonPrefix(name, query)).map((key) => ({ key })),
          commonPrefixes: shown.filter((name) => isCommonPrefix(name, query)),
          lastEntry: isTruncated ? shown.at(-1) : null,
          query,
        });
      }
    }
  },
);

test("a page reads the objects that it shows and only a few more", () => {
  let looks = 0;
  const counted = Array.from({ length: 100_000 }, (_, index) => ({
    get key() {
      looks += 1;
      return `a/${String(Math.floor(index / 50_000))}/${String(index).padStart(6, "0")}`;
    },
  }));
  const query = { prefix: "a/", startAfter: "", entriesMax: 10 };
  listPage(counted, { ...query, delimiter: "", previousEntry: "a/1/070000" });
  expect(looks).toBeLessThan(100);
  looks = 0;
  const page = listPage(counted, { ...query, delimiter: "/", previousEntry: null });
  expect(page.commonPrefixes).toEqual(["a/0/", "a/1/"]);
  expect(looks).toBeLessThan(200);
});
