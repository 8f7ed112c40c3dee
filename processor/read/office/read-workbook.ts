import { LIMITS } from "@/lib/processing/rules/limits";
import type { Archive } from "../archive/open-archive";
import { EnoughRead, readXmlEntry } from "../archive/read-xml-entry";
import { ReadError } from "../reading-context";

/** A sheet of a workbook, which lists its sheets in the order of their tabs. */
export interface Sheet {
  readonly name: string;
  /** The name of the sheet's entry in the archive. */
  readonly entry: string;
  readonly isHidden: boolean;
}

/** The data that the cells of all sheets refer to. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: readonly string[];
  /** For each style, the code of its number format, or the number of a built-in format. */
  readonly formats: readonly (string | number)[];
  /** Whether days count from 1904, as on the first Macintosh. */
  readonly is1904: boolean;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SHEETS_MAX = 500;
/** All sheets of a workbook share these strings; text beyond the document limit is not needed. */
const SHARED_CHARACTERS_MAX = 8 * LIMITS.textBytesMax;

/** Reads everything in a workbook except its sheets. @throws ReadError */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const targets = await relationTargets(archive);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readXmlEntry(archive, "xl/workbook.xml", {
    open(element, attributes) {
      if (element === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (element !== "sheet" || sheets.length >= SHEETS_MAX) return;
      const { name = "", id = "", state = "visible" } = attributes;
      const entry = targets.get(id);
      if (entry) sheets.push({ name: name.slice(0, 255), entry, isHidden: state !== "visible" });
    },
  });
  if (sheets.length === 0) throw new ReadError("corrupt", { format: XLSX });
  return {
    sheets,
    sharedStrings: await readSharedStrings(archive),
    formats: await readFormats(archive),
    is1904,
  };
}

/** Returns the entries by the ids that the workbook uses for them. */
async function relationTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readXmlEntry(archive, "xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target }) {
      if (name !== "Relationship" || !Id || !Target) return;
      targets.set(
        Id,
        Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`,
      );
    },
  });
  return targets;
}

async function readSharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  // The phonetic readings that are stored next to Japanese words are not part of the text.
  const depth = { text: 0, phonetic: 0 };
  let characters = 0;
  let current = "";
  await readXmlEntry(archive, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") current = "";
      if (name === "t") depth.text += 1;
      if (name === "rPh") depth.phonetic += 1;
    },
    text(text) {
      if (depth.text === 0 || depth.phonetic > 0) return;
      characters += text.length;
      if (characters > SHARED_CHARACTERS_MAX) throw new EnoughRead();
      current += text;
    },
    close(name) {
      if (name === "t") depth.text -= 1;
      if (name === "rPh") depth.phonetic -= 1;
      if (name === "si") strings.push(current);
    },
  });
  return strings;
}

async function readFormats(archive: Archive): Promise<(string | number)[]> {
  const codes = new Map<string, string>();
  const formats: (string | number)[] = [];
  let isCell = false;
  await readXmlEntry(archive, "xl/styles.xml", {
    open(name, { numFmtId = "0", formatCode }) {
      if (name === "numFmt" && formatCode) codes.set(numFmtId, formatCode.slice(0, 255));
      if (name === "cellXfs") isCell = true;
      if (name === "xf" && isCell) formats.push(codes.get(numFmtId) ?? Number(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return formats;
}
