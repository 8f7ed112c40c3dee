import { expect, test } from "vitest";
import { compareBytes, firstPosition } from "./byte-order";

/** U+FFFD has the lower code point but sorts higher in UTF-16; the last two differ only in their second surrogate. */
const TEXTS = ["", "a", "a/", "ab", "b", "é", "\u{fffd}", "\u{fffd}a", "\u{1f600}", "\u{1f601}"];

test.each(TEXTS)("%j is sorted by its UTF-8 bytes", (text) => {
  const bytes = Buffer.from(text);
  expect(TEXTS.map((other) => Math.sign(compareBytes(text, other)))).toEqual(
    TEXTS.map((other) => Buffer.compare(bytes, Buffer.from(other))),
  );
});

test.each([0, 1, 2, 3, 4])("the first of four items that is not below %i is found", (bound) => {
  expect(firstPosition([0, 1, 2, 3], (item) => item < bound)).toBe(bound);
});

test("the search starts at the given position", () => {
  expect(firstPosition([0, 1, 2, 3], (item) => item < 1, 2)).toBe(2);
});
