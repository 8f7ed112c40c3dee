import PDFDocument from "pdfkit";
import type { LaidOutPage } from "./lay-out";

/** The fonts that every PDF reader has, so that the same documents are made on every machine. */
export const FONTS = { normal: "Helvetica", bold: "Helvetica-Bold" } as const;

/** The pages as a PDF, every text where it was laid out, with the kerning that programs draw with. */
export function drawPdf(pages: readonly LaidOutPage[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    for (const page of pages) drawPage(pdf, page);
    pdf.end();
  });
}

function drawPage(pdf: PDFKit.PDFDocument, { width, height, placed }: LaidOutPage): void {
  pdf.addPage({ size: [width, height], margin: 0 });
  for (const { text, left, top, size, isBold } of placed) {
    pdf.font(isBold ? FONTS.bold : FONTS.normal).fontSize(size);
    pdf.text(text, left, top, { lineBreak: false });
  }
}
