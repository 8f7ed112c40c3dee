import { type Archive, openArchive } from "../archive/open-archive";
import { partPages, type WholeText } from "../document-part";
import type { TextRow } from "../layout/line-collector";
import { ReadError } from "../read-error";
import type { ReadingContext } from "../reading-context";
import { rowsPage } from "../text/rows-page";
import { docxPages } from "./docx-pages";
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
