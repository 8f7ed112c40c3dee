import type { Sniffed } from "@/lib/processing/rules/sniffed";
import { partPages, type WholeText } from "./document-part";
import { readInvoice } from "./invoice/read-invoice";
import { ReadError } from "./read-error";
import type { ReadingContext } from "./reading-context";
import { csvRows } from "./text/csv-rows";
import { decodeText } from "./text/decode-text";
import { createPageBuilder } from "./text/page-builder";
import { textPages } from "./text/text-pages";

/**
 * Reads a file that has no pages of its own.
 * @throws ReadError
 */
export async function readWhole(
  bytes: Uint8Array<ArrayBuffer>,
  sniffed: Sniffed,
  context: ReadingContext,
): Promise<WholeText> {
  const { kind, format, encoding = "utf-8" } = sniffed;
  switch (kind) {
    case "text":
      return { pages: partPages(textPages(decodeText(bytes, encoding), context)), stated: null };
    case "csv":
      return {
        pages: partPages([
          rows(csvRows(decodeText(bytes, encoding), sniffed.delimiter ?? ","), context),
        ]),
        stated: null,
      };
    case "invoice-xml": {
      const { rows: lines, stated } = readInvoice(bytes);
      return { pages: partPages([rows(lines, context)]), stated };
    }
    case "empty":
      throw new ReadError("file-empty");
    case "encrypted":
      throw new ReadError("encrypted", { format });
    case "executable":
      context.findings.add("executable", { format });
      throw new ReadError("format-not-read", { format });
    default:
      throw new ReadError("format-not-read", { format });
  }
}

function rows(cells: Iterable<readonly string[]>, context: ReadingContext) {
  const page = createPageBuilder(context);
  for (const row of cells) {
    if (context.budget.isSpent) break;
    page.add(row);
  }
  return page.lines;
}
