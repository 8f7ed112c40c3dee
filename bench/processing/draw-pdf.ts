import PDFDocument from "pdfkit";
import type { LaidOutPage } from "./lay-out";

/** The fonts that every PDF reader has, so that the same documents are made on every machine. */
export const FONTS = { normal: "Helvetica", bold: "Helvetica-Bold" } as const;

/** The pages as a PDF. */
export const drawPdf = (pages: readonly LaidOutPage[]): Promise<Buffer> =>
  pdfOf((pdf) => {
    for (const page of pages) drawPage(pdf, page);
  });

/** The same bytes whenever it is made. */
const MADE_ON = new Date("2026-01-15T12:00:00Z");

/** What `draw` makes of a PDF without pages. */
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

/** Draws every text where it was laid out, with the kerning that programs draw with. */
export function drawPage(pdf: PDFKit.PDFDocument, page: LaidOutPage): void {
  pdf.addPage({ size: [page.width, page.height], margin: 0 });
  for (const { text, left, top, size, isBold } of page.placed) {
    pdf.font(isBold ? FONTS.bold : FONTS.normal).fontSize(size);
    pdf.text(text, left, top, { lineBreak: false });
  }
}
