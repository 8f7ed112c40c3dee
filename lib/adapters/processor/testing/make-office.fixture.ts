import { makeZip, type ZipEntry } from "./make-zip.fixture";

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OFFICE = "application/vnd.openxmlformats-officedocument.";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const types = (overrides: readonly (readonly [part: string, type: string])[]): ZipEntry => ({
  name: "[Content_Types].xml",
  content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${OFFICE}${type}+xml"/>`)
    .join("")}</Types>`,
});

/** Returns a Word document with this body as XML, or with these bytes as its main part. */
export function makeDocx(body: string | Buffer, others: readonly ZipEntry[] = []): Buffer {
  const content =
    typeof body === "string"
      ? `${XML}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`
      : body;
  return makeZip([
    types([["/word/document.xml", "wordprocessingml.document.main"]]),
    { name: "word/document.xml", content },
    ...others,
  ]);
}

/** Returns a paragraph of a Word document. */
export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Returns a spreadsheet with these sheets, each given as XML rows. */
export function makeXlsx(
  sheets: Readonly<Record<string, string>>,
  { formats = [], strings = [] }: { formats?: readonly string[]; strings?: readonly string[] } = {},
  others: readonly ZipEntry[] = [],
): Buffer {
  const names = Object.keys(sheets);
  const numbered = (write: (name: string, number: number) => string) =>
    names.map((name, index) => write(name, index + 1)).join("");
  return makeZip([
    types([["/xl/workbook.xml", "spreadsheetml.sheet.main"]]),
    {
      name: "xl/workbook.xml",
      content: `${XML}<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets>${numbered(
        (name, number) =>
          `<sheet name="${name}" sheetId="${number}" ${name.startsWith("hidden") ? 'state="hidden" ' : ""}r:id="r${number}"/>`,
      )}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `${XML}<Relationships>${numbered(
        (_, number) =>
          `<Relationship Id="r${number}" Target="worksheets/sheet${number}.xml" Type="${RELATIONS}/worksheet"/>`,
      )}</Relationships>`,
    },
    {
      name: "xl/styles.xml",
      content: `${XML}<styleSheet xmlns="${SHEET}"><numFmts>${formats
        .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
        .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
        .join("")}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    {
      name: "xl/sharedStrings.xml",
      content: `${XML}<sst xmlns="${SHEET}">${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    },
    ...names.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `${XML}<worksheet xmlns="${SHEET}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
    ...others,
  ]);
}
