import type { Archive } from "../archive/open-archive";
import { readXmlEntry } from "../archive/read-xml-entry";
import { createLineCollector, type LineCollector, type TextRow } from "../layout/line-collector";
import type { Attributes, XmlHandler } from "../xml/parse-xml";

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
