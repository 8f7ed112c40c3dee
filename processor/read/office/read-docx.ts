import { type Archive, openArchive } from "../archive/open-archive";
import { readXmlEntry } from "../archive/read-xml-entry";
import { createLineCollector, type LineCollector, type TextRow } from "../layout/line-collector";
import { partPages, ReadError, type ReadingContext, type WholeText } from "../reading-context";
import { rowsPage } from "../text/page-builder";
import type { Attributes, XmlHandler } from "../xml/parse-xml";
import { findOfficeContent, packageParts } from "./package-parts";

/**
 * Reads a Word document. Its pages are those that Word recorded when saving it. Repeated content is read once: headers at
 * the start and footers at the end of the first page, notes at the end of the last page.
 * @throws ReadError
 */
export async function readDocx(bytes: Uint8Array, context: ReadingContext): Promise<WholeText> {
  const archive = await openArchive(bytes);
  findOfficeContent(archive, context.findings);
  const partsOf = await packageParts(archive);
  const [main = mainByName(archive)] = partsOf("document.main+xml", "template.main+xml");
  if (main === undefined) throw new ReadError("corrupt", { format: DOCX });
  const pages = await docxPages(archive, main);
  const rows = async (ending: string) => distinct(await rowsOf(archive, partsOf(ending)));
  const headers = await rows(".header+xml");
  const footers = await rows(".footer+xml");
  const notes = [...(await rows(".footnotes+xml")), ...(await rows(".endnotes+xml"))];
  const [first = [], ...others] = pages;
  const all = [[...headers, ...first, ...footers], ...others];
  all[all.length - 1]?.push(...notes);
  return { pages: partPages(all.map((page) => rowsPage(page, context))), stated: null };
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const mainByName = ({ names }: Archive) =>
  names.find((name) => /^word\/document\d*\.xml$/.test(name));

async function rowsOf(archive: Archive, names: readonly string[]): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  for (const name of names) rows.push(...(await docxPages(archive, name)).flat());
  return rows;
}

/**
 * Returns each row once. A document has separate headers for the first page, odd pages and even pages, which are mostly
 * the same.
 */
function distinct(rows: readonly TextRow[]): TextRow[] {
  return [...new Map(rows.map((row) => [row.join("\t"), row])).values()];
}

/** Returns the rows of text in a part of a Word document by page; at least one page. */
export async function docxPages(archive: Archive, name: string): Promise<TextRow[][]> {
  const pages: TextRow[][] = [];
  const lines = createLineCollector();
  const endPage = () => {
    // Word records the same page break twice, where it was set and where the next page began, so empty pages are omitted.
    if (lines.isInTable) return;
    const rows = lines.take();
    if (rows.length > 0) pages.push(rows);
  };
  await readXmlEntry(archive, name, wordHandler(lines, endPage));
  endPage();
  return pages.length > 0 ? pages : [[]];
}

const HYPHEN = "noBreakHyphen";

function wordHandler(lines: LineCollector, endPage: () => void): XmlHandler {
  // Word writes content unknown to older versions twice; the second copy is the fallback.
  const depth = { fallback: 0, run: 0, text: 0 };
  const open = new Map<string, (attributes: Attributes) => void>([
    ["p", lines.endLine],
    ["tr", lines.openRow],
    ["tc", lines.openCell],
    ["lastRenderedPageBreak", endPage],
  ]);
  /** Outside of runs, the same names have other meanings: a `tab` in a paragraph's style is a tab stop. */
  const openInRun = new Map<string, (attributes: Attributes) => void>([
    ["tab", lines.gap],
    ["ptab", lines.gap],
    ["cr", lines.endLine],
    [HYPHEN, () => lines.text("-")],
    ["br", ({ type }) => (type === "page" ? endPage() : lines.endLine())],
  ]);
  const close = new Map([
    ["p", lines.endLine],
    ["tr", lines.closeRow],
    ["tc", lines.closeCell],
  ]);
  return {
    open(name, attributes) {
      if (name === "Fallback" || depth.fallback > 0) depth.fallback += 1;
      if (depth.fallback > 0) return;
      if (name === "r") depth.run += 1;
      if (name === "t") depth.text += 1;
      open.get(name)?.(attributes);
      if (depth.run > 0) openInRun.get(name)?.(attributes);
    },
    close(name) {
      if (depth.fallback > 0) {
        depth.fallback -= 1;
        return;
      }
      if (name === "r") depth.run -= 1;
      if (name === "t") depth.text -= 1;
      close.get(name)?.();
    },
    text(text) {
      if (depth.fallback === 0 && depth.text > 0) lines.text(text.replace(/\s/g, " "));
    },
  };
}
