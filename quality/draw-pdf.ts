import PDFDocument from "pdfkit";
import type { LaidOutPage } from "./lay-out";

/** Fonts that every PDF reader has, so that documents look the same on every machine. */
export const FONTS = { normal: "Helvetica", bold: "Helvetica-Bold" } as const;

/** Draws the pages as a PDF. */
export const drawPdf = (pages: readonly LaidOutPage[]): Promise<Buffer> =>
  pdfOf((pdf) => {
    for (const page of pages) drawPage(pdf, page);
  });

/** A fixed date, so that the bytes are always the same. */
const MADE_ON = new Date("2026-01-15T12:00:00Z");

/** Passes an empty PDF to `draw` and returns the finished PDF. */
export function pdfOf(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { CreationDate: MADE_ON } });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    draw(pdf);
    pdf.end();
  });
}

/** Draws each piece of text at its position in the layout, with kerning, as most programs do. */
export function drawPage(pdf: PDFKit.PDFDocument, page: LaidOutPage): void {
  pdf.addPage({ size: [page.width, page.height], margin: 0 });
  for (const { text, left, top, size, isBold } of page.placed) {
    pdf.font(isBold ? FONTS.bold : FONTS.normal).fontSize(size);
    pdf.text(text, left, top, { lineBreak: false });
  }
}
