import { Parser } from "htmlparser2";
import { LIMITS } from "@/lib/processing/rules/limits";
import { createLineCollector, type TextRow } from "../layout/line-collector";
import { ReadError } from "../reading-context";

/** Elements that are displayed on separate lines. */
const BLOCKS = new Set(
  `address article aside blockquote body br caption center dd details dir div dl dt fieldset figcaption figure footer form
   h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody tfoot thead tr ul`.split(
    /\s+/,
  ),
);
/** Elements whose content is not displayed. */
const UNSEEN = new Set(
  "script style template noscript head svg math object iframe select datalist".split(" "),
);
const SLICE_CHARACTERS = 64 * 1024;

/**
 * Returns the lines of a page as displayed: table cells are segments, and hidden elements are omitted.
 * @throws ReadError `limit-exceeded` if elements are nested too deeply
 */
export function htmlRows(html: string): TextRow[] {
  const lines = createLineCollector();
  const depth = { all: 0, unseen: 0, pre: 0 };
  const parser = new Parser({
    onopentag(name, attributes) {
      depth.all += 1;
      assertShallow(depth.all);
      if (depth.unseen > 0 || isUnseen(name, attributes)) depth.unseen += 1;
      if (depth.unseen > 0) return;
      if (name === "pre") depth.pre += 1;
      if (BLOCKS.has(name)) lines.endLine();
      if (name === "tr") lines.openRow();
      if (name === "td" || name === "th") lines.openCell();
    },
    onclosetag(name) {
      depth.all -= 1;
      if (depth.unseen > 0) {
        depth.unseen -= 1;
        return;
      }
      if (name === "pre") depth.pre -= 1;
      if (name === "td" || name === "th") lines.closeCell();
      if (name === "tr") lines.closeRow();
      if (BLOCKS.has(name)) lines.endLine();
    },
    ontext(text) {
      if (depth.unseen > 0) return;
      for (const [index, row] of (depth.pre > 0 ? text.split("\n") : [text]).entries()) {
        if (index > 0) lines.endLine();
        addText(row);
      }
    },
  });
  const addText = (text: string) => {
    // Authors who want columns without a table write several non-breaking spaces.
    for (const [index, part] of text.split(/\u00A0{3,}/).entries()) {
      if (index > 0) lines.gap();
      lines.text(part.replace(/\s+/g, " "));
    }
  };
  // If elements are nested, the time that the parser takes grows with the square of the input's length, so the input is
  // split.
  for (let start = 0; start < html.length; start += SLICE_CHARACTERS) {
    parser.write(html.slice(start, start + SLICE_CHARACTERS));
  }
  parser.end();
  return lines.take();
}

function assertShallow(depth: number): void {
  const { htmlDepthMax: maximum } = LIMITS;
  if (depth > maximum) throw new ReadError("limit-exceeded", { limit: "html-depth", maximum });
}

function isUnseen(name: string, { hidden, style }: Readonly<Record<string, string>>): boolean {
  return (
    UNSEEN.has(name) || hidden !== undefined || /display\s{0,9}:\s{0,9}none/i.test(style ?? "")
  );
}
