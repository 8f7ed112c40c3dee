import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";

type Bytes = Uint8Array<ArrayBuffer>;

/** Creates a PDF with several pages of text, each with a few hundred words. */
export async function longPdf(pages: number): Promise<Bytes> {
  const pdf = new PDFDocument({ size: "A4", margin: 50, autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage();
    pdf.fontSize(18).text(`Page number ${page} of the report`);
    pdf.fontSize(10);
    for (let line = 0; line < 45; line += 1) {
      pdf.text(`${line + 1}. The roof of building ${page} was inspected; nothing was found there.`);
    }
  }
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

const PAGE =
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>";
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** Creates a PDF with one page whose content consists of 300 MB of text, which takes minutes to read. */
export function slowPdf(): Bytes {
  const line = "BT /F1 12 Tf 50 800 Td (AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) Tj ET\n";
  return rawPdf(packed(Buffer.alloc(200_000_000, line)));
}

/** Creates a PDF that runs a script when it is opened, and contains a link. */
export function scriptedPdf(): Bytes {
  const action = "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);while\\(1\\){})>>";
  const link =
    "/Annots[<</Type/Annot/Subtype/Link/Rect[40 700 300 800]/Border[0 0 0]/A<</S/URI/URI(https://example.com/)>>>>]";
  const content = stream("", Buffer.from("BT /F1 24 Tf 50 750 Td (Hello scripts) Tj ET"));
  return rawPdf(content, { catalog: action, page: link });
}

const packed = (content: Buffer) => stream("/Filter/FlateDecode", deflateSync(content));

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from("\nendstream"),
  ]);

function rawPdf(content: Buffer, extra: { catalog?: string; page?: string } = {}): Bytes {
  const { catalog = "", page = "" } = extra;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    PAGE.replace(/>>$/, `${page}>>`),
    content,
    FONT,
  ];
  const parts = [Buffer.from("%PDF-1.7\n")];
  for (const [index, object] of objects.entries()) {
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  parts.push(Buffer.from("trailer\n<</Size 6/Root 1 0 R>>\n%%EOF\n"));
  return new Uint8Array(Buffer.concat(parts));
}
