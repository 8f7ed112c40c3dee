import { expect, test } from "vitest";
import { storableJson } from "./storable-json";

const stored = (value: unknown) => JSON.parse(storableJson(value));

test("ordinary values are unchanged, including surrogate pairs", () => {
  const value = { a: ["Größe 😀", 1, null, true], b: { c: "\\u0000" } };
  expect(stored(value)).toEqual(value);
});

test("U+0000 is removed everywhere", () => {
  expect(stored([{ a: "x\u0000y\u0000" }, "\u0000"])).toEqual([{ a: "xy" }, ""]);
});

test("a lone surrogate is replaced", () => {
  expect(stored("a\ud83db\ude00c")).toBe("a\ufffdb\ufffdc");
});
