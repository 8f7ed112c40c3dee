import { describe, expect, test } from "vitest";
import { findSpacedWords, groupLines } from "./group-lines";
import type { PlacedWord } from "./split-by-angle";

const PAGE = { width: 600, height: 800 };

/** Creates a word that is 10 points high. */
const word = (text: string, x: number, y: number, more: Partial<PlacedWord> = {}): PlacedWord => ({
  text,
  x,
  y,
  width: text.length * 5,
  ascent: 8,
  descent: 2,
  angle: 0,
  ...more,
});
const textOf = (words: readonly PlacedWord[]) =>
  groupLines(words, PAGE).map((line) =>
    line.map((segment) => segment.map(({ text }) => text).join(" ")).join(" | "),
  );

describe("the lines of a page", () => {
  test("run from top to bottom, and their words from left to right", () => {
    const words = [word("world", 140, 100.5), word("below", 100, 130), word("Hello", 110, 100)];
    expect(textOf(words)).toEqual(["Hello world", "below"]);
  });

  test("join fragments of words, including accents, and split at wide gaps", () => {
    const words = [
      word("Gru", 100, 100),
      word("\u0308n", 115, 100),
      word("5", 130, 100),
      word("EUR", 300, 100),
    ];
    expect(textOf(words)).toEqual(["Grün 5 | EUR"]);
  });

  test("join the spaced letters of a title into words", () => {
    const letters = [..."IHRE MIETE"].flatMap((letter, index) =>
      letter === " " ? [] : [word(letter, 100 + index * 9, 100)],
    );
    expect(textOf([...letters, word("2026", 196, 100)])).toEqual(["IHRE MIETE 2026"]);
  });

  test("split cells that touch or overlap, and keep each cell's words together", () => {
    expect(
      textOf([word("München", 100, 100, { run: 1 }), word("20.2.2020", 135, 100, { run: 2 })]),
    ).toEqual(["München | 20.2.2020"]);
    const [first, second] = [1, 2];
    expect(
      textOf([
        word("Lift", 100, 100, { run: first }),
        word("GmbH", 125, 100, { run: first }),
        word("Haus", 141, 100, { run: second }),
        word("Nord", 165, 100, { run: second }),
      ]),
    ).toEqual(["Lift GmbH | Haus Nord"]);
    const cut = [
      word("Co.", 125, 100, { run: first }),
      word("KG", 144, 100, { run: first }),
      word("Haus", 140, 100, { run: second }),
    ];
    expect(textOf(cut)).toEqual(["Co. KG | Haus"]);
  });

  test("keep the position of text that is written into the gaps of a form", () => {
    const form = [
      word("Name:", 100, 100, { run: 1 }),
      word("Datum:", 300, 100, { run: 1 }),
      word("Muster", 130, 100, { run: 2 }),
      word("1.2.2026", 335, 100, { run: 3 }),
    ];
    expect(textOf(form)).toEqual(["Name: Muster | Datum: 1.2.2026"]);
  });
});

describe("lines in any direction", () => {
  test("on a page scanned at an angle are still recognised", () => {
    const angle = 0.05;
    const words = Array.from({ length: 8 }, (_, index) => [
      word(`a${index}`, 50 + index * 60 * Math.cos(angle), 100 + index * 60 * Math.sin(angle), {
        angle,
      }),
      word(`b${index}`, 50 + index * 60 * Math.cos(angle), 120 + index * 60 * Math.sin(angle), {
        angle,
      }),
    ]).flat();
    expect(textOf(words)).toHaveLength(2);
  });

  test("in a different direction come after all other lines, and their boxes refer to the page as displayed", () => {
    const upwards = [
      word("Seite", 20, 400, { angle: -Math.PI / 2 }),
      word("1", 20, 370, { angle: -Math.PI / 2 }),
    ];
    const lines = groupLines([...upwards, word("Rechnung", 100, 100)], PAGE);
    expect(lines.map((line) => line[0]?.map(({ text }) => text).join(" "))).toEqual([
      "Rechnung",
      "Seite 1",
    ]);
    const [left = 0, top = 0, right = 0, bottom = 0] = lines[1]?.[0]?.[0]?.bbox ?? [];
    expect([left * 600, top * 800, right * 600, bottom * 800]).toEqual(
      [12, 375, 22, 400].map((value) => expect.closeTo(value, 0)),
    );
  });

  test("outside the page are omitted, and boxes end at its edge", () => {
    const lines = groupLines([word("gone", 700, 100), word("edge", 590, 200)], PAGE);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.[0]?.[0]?.bbox?.[2]).toBe(1);
  });

  test("with invalid positions are omitted", () => {
    expect(groupLines([word("x", Number.NaN, 1)], PAGE)).toEqual([]);
  });
});

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
