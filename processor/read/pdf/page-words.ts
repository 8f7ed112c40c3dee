import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { cleanWord, cutWord } from "@/lib/processing/rules/reading/clean-text";
import type { TextBudget } from "@/lib/processing/rules/reading/text-budget";
import type { PlacedWord } from "../layout/placed-word";
import { fractionsBefore } from "./character-widths";
import { type Matrix, multiply } from "./matrix";

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
