import { deflateSync } from "node:zlib";
import { drawText, makeRawPdf, pageObjects, pdfStream } from "./make-raw-pdf.fixture";

/** A malicious or broken file, generated on request because some are large. */
export interface HostileFile {
  readonly name: string;
  readonly make: () => Buffer;
  /** The accepted results: failure codes, or `pages` if the file can be read anyway. */
  readonly ends: readonly string[];
  /** The codes of the expected findings. */
  readonly findings?: readonly string[];
}

const FLATE = "/Filter/FlateDecode";
const MEGABYTE = 1024 * 1024;
const onePage = (content: string | Buffer) => makeRawPdf(pageObjects(pdfStream("", content)));

/** Returns a one-page PDF in which the objects with these numbers are replaced. Numbers start at 1. */
function withObjects(
  replaced: Readonly<Record<number, string | Buffer>>,
  added: readonly Buffer[] = [],
) {
  const objects = pageObjects(pdfStream("", drawText("Hello")), "/XObject<</X0 6 0 R>>");
  return makeRawPdf([...objects.map((object, index) => replaced[index + 1] ?? object), ...added]);
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${4 + index} 0 R`).join(" ");
  const page = (index: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${4 + count + index} 0 R>>`;
  return makeRawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...Array.from({ length: count }, (_, index) => page(index)),
    ...Array.from({ length: count }, (_, index) => pdfStream("", drawText(`Page ${index + 1}`))),
  ]);
}

/** Returns a PDF in which each form draws the next form twice, so that the last one is drawn 2³⁰ times. */
function formBomb(): Buffer {
  const form = (index: number) =>
    pdfStream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${7 + index} 0 R/B ${7 + index} 0 R>>/Font<</F1 5 0 R>>>>`,
      "/A Do /B Do",
    );
  const forms = Array.from({ length: 30 }, (_, index) => form(index));
  const last = pdfStream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", drawText("x"));
  return withObjects({ 4: pdfStream("", "/X0 Do") }, [...forms, last]);
}

const operators = (megabytes: number) =>
  deflateSync(Buffer.alloc(megabytes * MEGABYTE, drawText("A".repeat(30))), { level: 1 });

/** Generated malicious PDFs. */
export const HOSTILE_PDFS: readonly HostileFile[] = [
  { name: "10,000 pages", make: () => manyPages(10_000), ends: ["pages"] },
  {
    name: "a stream of 1 GB of spaces",
    make: () =>
      makeRawPdf(
        pageObjects(pdfStream(FLATE, deflateSync(Buffer.alloc(1024 * MEGABYTE, 32), { level: 1 }))),
      ),
    ends: ["too-large-to-read", "limit-exceeded", "no-text", "corrupt"],
  },
  {
    name: "a stream packed twice",
    make: () =>
      makeRawPdf(
        pageObjects(
          pdfStream(
            "/Filter[/FlateDecode/FlateDecode]",
            deflateSync(deflateSync(Buffer.alloc(1024 * MEGABYTE, 32), { level: 1 })),
          ),
        ),
      ),
    ends: ["too-large-to-read", "limit-exceeded", "no-text", "corrupt"],
  },
  {
    name: "200 MB of operators that draw text",
    make: () => makeRawPdf(pageObjects(pdfStream(FLATE, operators(200)))),
    ends: ["pages"],
    findings: ["text-not-read"],
  },
  {
    name: "an image of 30,000 by 30,000 pixels",
    make: () =>
      withObjects({ 4: pdfStream("", `q 500 0 0 500 50 50 cm /X0 Do Q ${drawText("Hello")}`) }, [
        pdfStream(
          `/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceRGB${FLATE}`,
          deflateSync(Buffer.alloc(100 * MEGABYTE), { level: 1 }),
        ),
      ]),
    ends: ["pages"],
  },
  {
    name: "JavaScript and a program to launch",
    make: () =>
      withObjects({
        1: "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while\\(1\\){})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>>>",
      }),
    ends: ["pages"],
    findings: ["contains-javascript", "contains-launch-action"],
  },
  {
    name: "JavaScript in a packed stream of objects",
    make: () =>
      withObjects({}, [
        pdfStream(
          `/Type/ObjStm/N 1/First 4${FLATE}`,
          deflateSync("9 0 <</S/JavaScript/JS(app.alert)>>"),
        ),
      ]),
    ends: ["pages"],
    findings: ["contains-javascript"],
  },
  {
    name: "a page tree in a loop",
    make: () => withObjects({ 2: "<</Type/Pages/Count 1/Kids[2 0 R]>>" }),
    ends: ["corrupt"],
  },
  {
    name: "arrays 200,000 deep",
    make: () =>
      withObjects({
        1: `<</Type/Catalog/Pages 2 0 R/X ${"[".repeat(200_000)}${"]".repeat(200_000)}>>`,
      }),
    ends: ["corrupt", "pages"],
  },
  {
    name: "a wrong number of pages",
    make: () => withObjects({ 2: "<</Type/Pages/Count 99999999/Kids[3 0 R]>>" }),
    ends: ["pages", "corrupt"],
  },
  {
    name: "forms that draw each other 2³⁰ times",
    make: formBomb,
    ends: ["pages", "no-text", "limit-exceeded"],
  },
  {
    name: "a page of 70 metres",
    make: () =>
      withObjects({ 3: pageObjects(Buffer.alloc(0))[2].replace("595 842", "200000 200000") }),
    ends: ["pages"],
  },
  {
    name: "half a PDF",
    make: () => onePage(drawText("Hello")).subarray(0, 300),
    ends: ["corrupt"],
  },
  {
    name: "noise behind a header",
    make: () =>
      Buffer.concat([
        Buffer.from("%PDF-1.7\n"),
        Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 256)),
      ]),
    ends: ["corrupt"],
  },
  {
    name: "a PDF behind HTML",
    make: () =>
      Buffer.concat([Buffer.from("<html><script>alert(1)</script>"), onePage(drawText("Hello"))]),
    ends: ["pages"],
  },
  {
    name: "one word of 3 million characters",
    make: () => onePage(`BT /F1 12 Tf 50 800 Td (${"A".repeat(3_000_000)}) Tj ET`),
    ends: ["pages"],
  },
  {
    name: "100,000 words at one height",
    make: () =>
      onePage(
        Array.from(
          { length: 100_000 },
          (_, index) => `BT /F1 1 Tf ${(index * 7) % 500} 700 Td (a${index}) Tj ET\n`,
        ).join(""),
      ),
    // On a busy machine, the same work takes several times as much CPU time, and may reach the test's limit.
    ends: ["pages", "limit-exceeded"],
  },
];
