import { expect, test } from "vitest";
import { createObjectIndex } from "./object-index";

const object = (key: string, size = 1) => ({ key, size, etag: "e", lastModified: "2026" });

test("objects stand in byte order of their keys, whenever they came", () => {
  const index = createObjectIndex(["d", "a", "\u{1f600}"].map((key) => object(key)));
  for (const key of ["\u{fffd}", "c", "e", "A"]) index.put(object(key));
  const keys = index.sorted.map(({ key }) => key).join(" ");
  expect(keys).toBe("A a c d e \u{fffd} \u{1f600}");
});

test("an object takes the place of the one with its key", () => {
  const index = createObjectIndex([object("a"), object("b"), object("c")]);
  index.put(object("b", 2));
  expect(index.sorted).toEqual([object("a"), object("b", 2), object("c")]);
});

test("of an object no more is held than a listing tells", () => {
  const index = createObjectIndex([]);
  index.put({ ...object("a"), ...{ headers: {} } });
  expect(index.sorted).toEqual([object("a")]);
});

test.each(["", "a0", "b", "z"])("removing %j, which is not known, removes no other", (key) => {
  const index = createObjectIndex([object("a"), object("c")]);
  index.remove(key);
  expect(index.sorted).toEqual([object("a"), object("c")]);
});
