import PDFDocument from "pdfkit";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import { degrade } from "./degrade";
import { FONTS } from "./draw-pdf";
import { createInventedValues } from "./invented-values";
import { type LaidOutPage, layOut, type Measure } from "./lay-out";
import { createSeededRandom } from "./seeded-random";
import type { Template } from "./template";
import { toPageText } from "./to-page-text";

/** A document whose class and fields are known. */
export interface TestDocument {
  readonly template: Template;
  readonly fields: Readonly<Record<string, string>>;
  readonly drawn: readonly LaidOutPage[];
  readonly pages: readonly PageText[];
}

/** Makes one document per template; the same seed gives the same documents on every machine. */
export function makeDocuments(
  templates: readonly Template[],
  seed: number,
  isDegraded: boolean,
): TestDocument[] {
  const measure = createMeasure();
  return templates.map((template, index) => {
    const random = createSeededRandom(seed * 7_919 + index * 104_729 + 17);
    const plan = template.make(createInventedValues(random, template.language));
    const drawn = layOut(isDegraded ? degrade(plan, random) : plan, random, measure);
    const pages = drawn.map((page, number) => toPageText(page, number + 1, measure));
    return { template, fields: plan.fields, drawn, pages };
  });
}

/** Creates a function that measures text in the fonts of these documents. */
export function createMeasure(): Measure {
  const pdf = new PDFDocument({ autoFirstPage: false });
  return (text, size, isBold) =>
    pdf
      .font(isBold ? FONTS.bold : FONTS.normal)
      .fontSize(size)
      .widthOfString(text);
}
