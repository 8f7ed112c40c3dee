import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { wordsOf } from "@/lib/processing/rules/reading/clean-text";
import type { TextBudget } from "@/lib/processing/rules/reading/text-budget";
import type { PlacedWord } from "../layout/split-by-angle";

const FONT_SIZE_MAX = 12;
/** The width of a character in an average font, as a fraction of the font size. */
const CHARACTER_WIDTH = 0.5;

/** Returns the values of a page's form fields and the text of its annotations, at the positions of the fields. */
export function formWords(
  page: PDFPageProxy,
  annotations: readonly Annotation[],
  budget: TextBudget,
): PlacedWord[] {
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap((annotation) => {
    const text = textOf(annotation);
    const { rect } = annotation;
    if (text === null || !rect || rect.length < 4) return [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = viewport.convertToViewportRectangle([
      ...rect,
    ]) as number[];
    const box = { left: Math.min(x0, x1), top: Math.min(y0, y1), height: Math.abs(y1 - y0) };
    return wordsInBox(text, box).filter((word) => budget.take(word.text));
  });
}

function textOf({ subtype, fieldType, fieldValue, contentsObj, hidden, password }: Annotation) {
  if (hidden === true || password === true) return null;
  if (subtype === "FreeText") return typeof contentsObj?.str === "string" ? contentsObj.str : null;
  if (subtype !== "Widget" || (fieldType !== "Tx" && fieldType !== "Ch")) return null;
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  return values.length > 0 ? values.join("\n") : null;
}

function wordsInBox(
  text: string,
  box: { left: number; top: number; height: number },
): PlacedWord[] {
  const rows = text.split(/\r\n|[\r\n]/);
  const rowHeight = Math.max(1, Math.min(FONT_SIZE_MAX * 1.2, box.height / rows.length));
  const size = rowHeight / 1.2;
  // A single line is centred vertically in its field; several lines begin at its top.
  const top = rows.length === 1 ? box.top + (box.height - rowHeight) / 2 : box.top;
  return rows.flatMap((row, number) => {
    let x = box.left;
    return wordsOf(row).map((word) => {
      const width = word.length * size * CHARACTER_WIDTH;
      const placed = {
        text: word,
        x,
        y: top + rowHeight * number + size,
        width,
        ascent: size * 0.8,
        descent: size * 0.2,
        angle: 0,
      };
      x += width + size * CHARACTER_WIDTH;
      return placed;
    });
  });
}

/** The properties of a field or annotation that we use; all of them are untrusted. */
interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly rect?: readonly number[];
  readonly hidden?: unknown;
  readonly password?: unknown;
}

const ANNOTATIONS_MAX = 2_000;

/** Returns the form fields and annotations on a page. */
export async function pageAnnotations(page: PDFPageProxy): Promise<readonly Annotation[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: "display" });
  return annotations.slice(0, ANNOTATIONS_MAX);
}

/** Counts the annotations with an attached file. */
export const attachedFileCount = (annotations: readonly Annotation[]) =>
  annotations.filter(({ subtype }) => subtype === "FileAttachment").length;
