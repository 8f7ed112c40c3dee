import { expect, test } from "vitest";
import { hasVisibleCharacter, oneLineProblem, plainTextProblem } from "./plain-text";

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

const INVISIBLE = {
  nothing: "",
  space: " ",
  "no-break space": "\u00a0",
  "ideographic space": "\u3000",
  "line break": "\n",
  "soft hyphen": "\u00ad",
  "combining grapheme joiner": "\u034f",
  "Hangul choseong filler": "\u115f",
  "Hangul jungseong filler": "\u1160",
  "Khmer inherent vowel": "\u17b4",
  "Mongolian vowel separator": "\u180e",
  "zero-width space": "\u200b",
  "zero-width joiner": "\u200d",
  "right-to-left mark": "\u200f",
  "word joiner": "\u2060",
  "invisible times": "\u2062",
  "Braille blank": "\u2800",
  "Hangul filler": "\u3164",
  "variation selector": "\ufe0f",
  "byte order mark": "\ufeff",
  "half-width Hangul filler": "\uffa0",
  "annotation anchor": "\ufff9",
  "null note head": "\u{1d159}",
  "musical begin beam": "\u{1d173}",
  "language tag": "\u{e0001}",
  "tag letter": "\u{e0061}",
  "variation selector 17": "\u{e0100}",
};

test.each(Object.entries(INVISIBLE))("%s is invisible", (_name, text) => {
  expect(hasVisibleCharacter(text)).toBe(false);
  expect(hasVisibleCharacter(`${text}a${text}`)).toBe(true);
});

test("a string of all invisible characters is also invisible", () => {
  expect(hasVisibleCharacter(Object.values(INVISIBLE).join(""))).toBe(false);
});

test.each([
  "a",
  ".",
  "-",
  "\u0301",
  "日",
  "ק",
  "😀",
  "👩‍👩‍👧",
  "\u2801",
  "\ud800",
  "\ue000",
  "\u0600",
  "🏴\u{e0067}",
])("%j is visible", (text) => {
  expect(hasVisibleCharacter(text)).toBe(true);
});
