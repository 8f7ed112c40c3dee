import { expect, test } from "vitest";
import { storableJson } from "./storable-json";

const stored = (value: unknown) => JSON.parse(storableJson(value));

test("ordinary values stay as they are, pairs of surrogates too", () => {
  const value = { a: ["Größe 😀", 1, null, true], b: { c: "\\u0000" } };
  expect(stored(value)).toEqual(value);
});

test("U+0000 is left out wherever it stands", () => {
  expect(stored([{ a: "x\u0000y\u0000" }, "\u0000"])).toEqual([{ a: "xy" }, ""]);
});

test("half a pair of surrogates is replaced", () => {
  expect(stored("a\ud83db\ude00c")).toBe("a\ufffdb\ufffdc");
});
