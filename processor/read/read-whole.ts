import type { Sniffed } from "@/lib/processing/rules/formats/sniffed";
import { partPages, type WholeText } from "./document-part";
import { decodeHtml } from "./html/decode-html";
import type { ReadPart } from "./mail/read-mail-attachments";
import { ReadError } from "./read-error";
import type { ReadingContext } from "./reading-context";
import { csvRows } from "./text/csv-rows";
import { decodeText } from "./text/decode-text";
import { rowsPage } from "./text/rows-page";
import { textPages } from "./text/text-pages";

/**
 * Reads a file in a format without pages, in one go. Only the reader for its format is loaded.
 * @throws ReadError
 */
export async function readWhole(
  bytes: Uint8Array<ArrayBuffer>,
  sniffed: Sniffed,
  context: ReadingContext,
  readPart: ReadPart,
): Promise<WholeText> {
  const { kind, format, encoding = "utf-8", delimiter = "," } = sniffed;
  const onePage = (rows: Iterable<readonly string[]>) => partPages([rowsPage(rows, context)]);
  switch (kind) {
    case "text":
      return { pages: partPages(textPages(decodeText(bytes, encoding), context)), stated: null };
    case "csv":
      return { pages: onePage(csvRows(decodeText(bytes, encoding), delimiter)), stated: null };
    case "html": {
      const { htmlRows } = await import("./html/html-rows");
      return { pages: onePage(htmlRows(decodeHtml(bytes, encoding))), stated: null };
    }
    case "invoice-xml": {
      const { readInvoice } = await import("./invoice/read-invoice");
      const { rows, stated } = readInvoice(bytes);
      return { pages: onePage(rows), stated };
    }
    case "docx":
      return (await import("./office/read-docx")).readDocx(bytes, context);
    case "xlsx":
      return (await import("./office/read-xlsx")).readXlsx(bytes, context);
    case "eml":
      return (await import("./mail/read-mail")).readMail(bytes, context, readPart);
    default:
      throw unread(kind, format, context);
  }
}

function unread(kind: Sniffed["kind"], format: string, { findings }: ReadingContext): ReadError {
  if (kind === "empty") return new ReadError("file-empty");
  if (kind === "encrypted") return new ReadError("encrypted", { format });
  if (kind === "executable") findings.add("executable", { format });
  return new ReadError("format-not-read", { format });
}
