/** An object of a PDF, either text or a stream. */
export type PdfObject = string | Buffer;

/** Returns a PDF with exactly these objects, of which the first is the catalogue. */
export function makeRawPdf(objects: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(typeof object === "string" ? Buffer.from(object, "latin1") : object);
    add(Buffer.from("\nendobj\n"));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Returns a PDF stream with these entries in its dictionary. */
export function pdfStream(dictionary: string, data: Buffer | string): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

/** Returns the objects of a one-page PDF with this content. */
export function pageObjects(
  content: Buffer,
  resources = "",
): [string, string, string, Buffer, string] {
  return [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>${resources}>>/Contents 4 0 R>>`,
    content,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
}

/** Returns the operators that draw one line of text. */
export const drawText = (text: string) => `BT /F1 12 Tf 50 800 Td (${text}) Tj ET\n`;
