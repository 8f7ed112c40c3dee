import { expect, test } from "vitest";
import { oneLineProblem, plainTextProblem } from "./plain-text";

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
])("the text %j %s", (text, problem) => {
  expect(plainTextProblem(text, BOUNDS)).toBe(problem);
});

test("empty text is accepted if it is allowed", () => {
  expect(plainTextProblem("", { charactersMin: 0, charactersMax: 3 })).toBeNull();
});

test.each([
  ["", "must not be empty"],
  [" \t", "must be one line"],
  ["  ", "must not be empty"],
  ["\u200b", "must have a visible character"],
  ["\u3164\u2800", "must have a visible character"],
  ["a\nb", "must be one line"],
])("the name %j %s", (text, problem) => {
  expect(oneLineProblem(text, 10)).toBe(problem);
});

test.each(["a", " a ", "\u200ba"])("%j is accepted as a name", (text) => {
  expect(oneLineProblem(text, 10)).toBeNull();
});
