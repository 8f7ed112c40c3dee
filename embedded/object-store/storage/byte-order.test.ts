import { expect, test } from "vitest";
import { compareBytes, firstPosition } from "./byte-order";

/** U+FFFD is the smaller code point, but as UTF-16 the larger text; the last two differ in their second half only. */
const TEXTS = ["", "a", "a/", "ab", "b", "é", "\u{fffd}", "\u{fffd}a", "\u{1f600}", "\u{1f601}"];

test.each(TEXTS)("%j stands among the others where its UTF-8 bytes do", (text) => {
  const bytes = Buffer.from(text);
  expect(TEXTS.map((other) => Math.sign(compareBytes(text, other)))).toEqual(
    TEXTS.map((other) => Buffer.compare(bytes, Buffer.from(other))),
  );
});

test.each([0, 1, 2, 3, 4])("the first of four items that is not below %i is found", (bound) => {
  expect(firstPosition([0, 1, 2, 3], (item) => item < bound)).toBe(bound);
});

test("the search starts where it is told to", () => {
  expect(firstPosition([0, 1, 2, 3], (item) => item < 1, 2)).toBe(2);
});
