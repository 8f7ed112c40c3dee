import type { HostileFile } from "./hostile-pdfs.fixture";
import { makeDocx, makeXlsx, paragraph } from "./make-office.fixture";
import { makeZip } from "./make-zip.fixture";

const MEGABYTE = 1024 * 1024;
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const nested = (tag: string, count: number, inside = "") =>
  `<${tag}>`.repeat(count) + inside + `</${tag}>`.repeat(count);
const wordXml = (doctype: string, text: string) =>
  Buffer.from(
    `<?xml version="1.0"?>${doctype}<w:document ${WORD}><w:body>${paragraph(text)}</w:body></w:document>`,
  );

function billionLaughs(): string {
  const entities = Array.from(
    { length: 11 },
    (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`,
  );
  return `<!DOCTYPE d [<!ENTITY a0 "lol">${entities.join("")}]>`;
}

const rowsOfCells = (rows: number, cells: number) =>
  Array.from(
    { length: rows },
    (_, row) => `<row r="${row + 1}">${'<c t="n"><v>1</v></c>'.repeat(cells)}</row>`,
  ).join("");

/** Generated malicious Word files, Excel files and archives. */
export const HOSTILE_OFFICE_FILES: readonly HostileFile[] = [
  {
    name: "a Word document that names a file of ours",
    make: () =>
      makeDocx(wordXml('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "A&x;B")),
    ends: ["corrupt"],
  },
  {
    name: "entities that multiply",
    make: () => makeDocx(wordXml(billionLaughs(), "&a11;")),
    ends: ["corrupt"],
  },
  {
    name: "600 MB of spaces in a Word document",
    make: () =>
      makeDocx(
        Buffer.concat([
          Buffer.from(`<w:document ${WORD}><w:body><w:p><w:r><w:t>`),
          Buffer.alloc(600 * MEGABYTE, 32),
        ]),
      ),
    ends: ["limit-exceeded"],
  },
  {
    name: "an entry that is larger than it says",
    make: () =>
      makeZip([
        { name: "word/document.xml", content: Buffer.alloc(50 * MEGABYTE, 32), claimedSize: 100 },
      ]),
    ends: ["corrupt", "limit-exceeded"],
  },
  {
    name: "60,000 entries",
    make: () =>
      makeZip([
        { name: "word/document.xml", content: "x" },
        ...Array.from({ length: 60_000 }, (_, index) => ({ name: `x/${index}`, content: "" })),
      ]),
    ends: ["limit-exceeded"],
  },
  {
    name: "an encrypted entry",
    make: () => makeZip([{ name: "word/document.xml", content: "secret", isEncrypted: true }]),
    ends: ["encrypted"],
  },
  {
    name: "XML 300,000 deep",
    make: () => makeDocx(nested("w:p", 300_000)),
    ends: ["limit-exceeded"],
  },
  {
    name: "tables inside tables",
    make: () =>
      makeDocx(
        `${"<w:tbl><w:tr><w:tc>".repeat(84)}${paragraph("x")}${"</w:tc></w:tr></w:tbl>".repeat(84)}`,
      ),
    ends: ["pages", "limit-exceeded"],
  },
  {
    name: "half a Word document",
    make: () => makeDocx(paragraph("Hello")).subarray(0, 400),
    ends: ["corrupt"],
  },
  {
    name: "a table of 20,000 cells beside 20,000 lines",
    make: () =>
      makeDocx(
        `<w:tbl><w:tr><w:tc>${paragraph("a").repeat(20_000)}</w:tc>${`<w:tc>${paragraph("b")}</w:tc>`.repeat(20_000)}</w:tr></w:tbl>`,
      ),
    ends: ["pages"],
  },
  {
    name: "1 million rows",
    make: () => makeXlsx({ S: rowsOfCells(1_000_000, 1) }),
    ends: ["pages"],
    findings: ["cells-not-read"],
  },
  {
    name: "1 million columns",
    make: () => makeXlsx({ S: rowsOfCells(1, 1_000_000) }),
    ends: ["pages"],
    findings: ["cells-not-read"],
  },
  {
    name: "a shared text of 1,000 characters in 200,000 cells",
    make: () =>
      makeXlsx(
        { S: rowsOfCells(2_000, 100).replaceAll('t="n"', 't="s"').replaceAll("<v>1<", "<v>0<") },
        { strings: ["long ".repeat(200)] },
      ),
    ends: ["pages"],
    findings: ["text-not-read"],
  },
  {
    name: "number formats that make patterns slow",
    make: () =>
      makeXlsx(
        { S: `<row><c s="1"><v>1</v></c><c s="2"><v>44000</v></c></row>` },
        {
          formats: [
            `${"[".repeat(120)}${"#,".repeat(60)}`,
            `${"&quot;\\".repeat(60)}yyyy${"[$".repeat(40)}`,
          ],
        },
      ),
    ends: ["pages"],
  },
  {
    name: "macros",
    make: () => makeDocx(paragraph("Hello"), [{ name: "word/vbaProject.bin", content: "x" }]),
    ends: ["pages"],
    findings: ["contains-macros"],
  },
  { name: "an archive without entries", make: () => makeZip([]), ends: ["format-not-read"] },
];
