import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { cleanWord, cutWord } from "@/lib/processing/rules/reading/clean-text";
import type { TextBudget } from "@/lib/processing/rules/reading/text-budget";
import type { PlacedWord } from "../layout/split-by-angle";

/** One stretch of text in one font, as the library returns it. */
interface Item {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/** A font's kind, and the fractions of its height above and below the baseline. */
interface Style {
  readonly fontFamily: string;
  readonly ascent: number;
  readonly descent: number;
}

const USUAL_ASCENT = 0.8;
const USUAL_DESCENT = 0.2;

/**
 * Returns the words that a page draws, including invisible ones, such as the text layer of a scan. Stops when the budget
 * is used up, without processing the rest of the page.
 */
export async function pageWords(page: PDFPageProxy, budget: TextBudget): Promise<PlacedWord[]> {
  const toPage = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const words: PlacedWord[] = [];
  const styles = new Map<string, Style>();
  let run = 0;
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return words;
    for (const [font, style] of Object.entries<Style>(value.styles)) styles.set(font, style);
    for (const item of value.items as Item[]) {
      const isTaken = wordsOfItem(item, toPage, styles.get(item.fontName)).every((word) => {
        const fits = budget.take(word.text);
        if (fits) words.push({ ...word, run });
        return fits;
      });
      run += 1;
      if (isTaken) continue;
      await reader.cancel(new Error("The limit for text in a document was reached."));
      return words;
    }
  }
}

function wordsOfItem(item: Item, toPage: Matrix, style: Style | undefined): PlacedWord[] {
  if (item.str.trim() === "") return [];
  const [a, b, c, d, x, y] = multiply(toPage, item.transform as unknown as Matrix);
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  const scale = Math.hypot(toPage[0], toPage[1]) || 1;
  const angle = Math.atan2(b, a);
  const width = item.width * scale;
  const { ascent, descent } = extentOf(style, size);
  const fractions = fractionsBefore(item.str, style?.fontFamily === "monospace");
  return [...item.str.matchAll(/\S+/gu)].flatMap(({ 0: run, index }) =>
    cutWord(cleanWord(run)).flatMap((text, piece, { length: pieces }) => {
      if (text === "") return [];
      const at = (number: number) => fractions[index + Math.floor((number * run.length) / pieces)];
      const [left = 0, right = 1] = [at(piece), at(piece + 1)];
      const along = width * (item.dir === "rtl" ? 1 - right : left);
      return [
        {
          text,
          x: x + along * Math.cos(angle),
          y: y + along * Math.sin(angle),
          width: width * (right - left),
          ascent,
          descent,
          angle,
        },
      ];
    }),
  );
}

function extentOf(style: Style | undefined, size: number) {
  const ascent = style && style.ascent > 0.3 && style.ascent < 1.5 ? style.ascent : USUAL_ASCENT;
  const descent =
    style && style.descent < 0 && style.descent > -0.8 ? -style.descent : USUAL_DESCENT;
  return { ascent: ascent * size, descent: descent * size };
}

/** A transformation in the notation of PDF: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Combines two transformations: first `inner`, then `outer`. */
function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

/** The widths of the characters from space to `~` in Helvetica, in thousandths of the font size (Adobe's metrics). */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** The width of most letters. */
const USUAL = 556;

/**
 * Returns which fraction of a text's width stands before each of its characters, and 1 after the last one. PDFs give the
 * width of a whole text, so the characters share it in proportion to a typical font.
 */
function fractionsBefore(text: string, isMonospaced: boolean): readonly number[] {
  const sums = [0];
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum += isMonospaced ? USUAL : (HELVETICA[text.charCodeAt(index) - 32] ?? USUAL);
    sums.push(sum);
  }
  return sums.map((before) => before / Math.max(1, sum));
}
