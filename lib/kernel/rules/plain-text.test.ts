import { expect, test } from "vitest";
import { plainTextProblem } from "./plain-text";

const BOUNDS = { charactersMin: 1, charactersMax: 3 };

test.each(["a", "abc", "😀😀😀", "a\tb", "\r\n", "<b>"])("%j is accepted", (text) => {
  expect(plainTextProblem(text, BOUNDS)).toBeNull();
});

test.each([
  ["", "must not be empty"],
  ["abcd", "must have at most 3 characters"],
  ["😀😀😀😀", "must have at most 3 characters"],
  ["\ud800", "must be well-formed Unicode"],
  ["a\u0000", "must not contain control characters other than tabs and line breaks"],
  ["\u0085", "must not contain control characters other than tabs and line breaks"],
])("%j %s", (text, problem) => {
  expect(plainTextProblem(text, BOUNDS)).toBe(problem);
});

test("an empty text is accepted where it may be empty", () => {
  expect(plainTextProblem("", { charactersMin: 0, charactersMax: 3 })).toBeNull();
});
