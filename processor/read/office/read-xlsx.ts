import { LIMITS } from "@/lib/processing/rules/limits";
import { openArchive } from "../archive/open-archive";
import { EnoughRead, readXmlEntry } from "../archive/read-xml-entry";
import type { UnnumberedPage, WholeText } from "../document-part";
import type { ReadingContext } from "../reading-context";
import { createPageBuilder } from "../text/page-builder";
import type { XmlHandler } from "../xml/parse-xml";
import { cellText } from "./cell-text";
import { findOfficeContent } from "./package-parts";
import { readWorkbook, type Workbook } from "./read-workbook";

/**
 * Reads a spreadsheet: a page for each visible sheet, a line for each row, and a segment for each non-empty cell, with
 * dates and numbers as displayed.
 * @throws ReadError
 */
export async function readXlsx(bytes: Uint8Array, context: ReadingContext): Promise<WholeText> {
  const archive = await openArchive(bytes);
  findOfficeContent(archive, context.findings);
  const workbook = await readWorkbook(archive);
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).length;
  if (hidden > 0) context.findings.add("sheets-not-read", { count: hidden });
  const cells = { read: 0 };
  const pages: UnnumberedPage[] = [];
  for (const { name, entry, isHidden } of workbook.sheets) {
    if (isHidden) continue;
    const page = createPageBuilder(context);
    const addRow = (row: readonly string[]) => {
      page.add(row);
      if (context.budget.isSpent) throw new EnoughRead();
    };
    if (!context.budget.isSpent && cells.read < LIMITS.cellsMax) {
      await readXmlEntry(archive, entry, sheetHandler(workbook, cells, addRow));
    }
    pages.push({ part: name, isAttachment: false, size: null, lines: page.lines });
  }
  if (cells.read >= LIMITS.cellsMax) {
    context.findings.add("cells-not-read", { read: LIMITS.cellsMax });
  }
  return { pages, stated: null };
}

function sheetHandler(
  workbook: Workbook,
  cells: { read: number },
  addRow: (row: readonly string[]) => void,
): XmlHandler {
  const current = { row: [] as string[], type: "", style: 0, value: "", isValue: false };
  const endCell = () => {
    const text = cellText(workbook, current);
    if (text.trim() === "") return;
    current.row.push(text);
    cells.read += 1;
  };
  const endRow = () => {
    addRow(current.row.splice(0));
    if (cells.read >= LIMITS.cellsMax) throw new EnoughRead();
  };
  return {
    open(name, attributes) {
      if (name === "c") {
        const { t: type = "n", s: style = "0" } = attributes;
        Object.assign(current, { type, style: Number(style), value: "" });
      }
      if (name === "v" || name === "t") current.isValue = true;
    },
    text(text) {
      if (current.isValue && current.value.length < LIMITS.textBytesMax) current.value += text;
    },
    close(name) {
      if (name === "v" || name === "t") current.isValue = false;
      if (name === "c") endCell();
      // A single row may have more cells than the limit.
      if (name === "row" || cells.read >= LIMITS.cellsMax) endRow();
    },
  };
}
