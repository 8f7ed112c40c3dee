import { describe, expect, test } from "vitest";
import { findSpacedWords } from "./spaced-letters";

/** Splits the text into words; each extra space widens the gap between two words. */
function wordsOf(text: string) {
  let end = 0;
  const pieces = [...text.matchAll(/\S+/g)].map(({ 0: piece, index }) => {
    const gap = index - end;
    end = index + piece.length;
    return { text: piece, gap };
  });
  return findSpacedWords(pieces).map(([first, last]) =>
    pieces
      .slice(first, last + 1)
      .map(({ text: piece }) => piece)
      .join(""),
  );
}

describe("letters that are spaced apart", () => {
  test.each([
    ["R E C H N U N G", ["RECHNUNG"]],
    ["Nr. 5 M I E T V E R T R A G vom", ["MIETVERTRAG"]],
    ["T A X   I N V O I C E", ["TAX", "INVOICE"]],
    ["Ö k o - K o n t r - N r . :", ["Öko-Kontr-Nr.:"]],
  ])("%s is read as %j", (text, words) => expect(wordsOf(text)).toEqual(words));

  test.each(["A B C D E F G", "X X X X X", "a b c", "1 2 3 4 5 6", "x I do a b", "M - - - -"])(
    "%s is unchanged",
    (text) => expect(wordsOf(text)).toEqual([]),
  );
});
