import { expect, test } from "vitest";
import { hasVisibleCharacter } from "./visible-text";

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
