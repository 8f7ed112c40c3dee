import type { TextEncoding } from "@/lib/processing/rules/formats/sniff-text";
import type { TextLine } from "@/lib/processing/rules/reading/page-text";
import type { ReadingContext } from "../reading-context";
import { rowsPage } from "./page-builder";

/** Returns the lines of the text by page; form feeds separate the pages, as on printers. */
export function textPages(text: string, context: ReadingContext): (readonly TextLine[])[] {
  return text.split("\f").map((page) => rowsPage(textRows(page), context));
}

/** Tabs and runs of spaces separate columns. */
const COLUMNS = /\t+| {3,}/;
const LINE = /[^\r\n\u2028\u2029]+/g;

/**
 * Yields the lines of the text one at a time, each divided into columns, because a list of all lines could be larger than
 * the text. Empty lines are skipped, so that millions of them cost no more than a search.
 */
export function* textRows(text: string): Generator<string[]> {
  for (const [line] of text.matchAll(LINE)) yield line.split(COLUMNS);
}

/** Decodes text and removes its byte order mark; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

const HEAD_BYTES = 4_096;

/**
 * Decodes a web page. Its declared encoding is used only if the page is not valid UTF-8, because text in another encoding
 * is hardly ever valid UTF-8 by chance.
 */
export function decodeHtml(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding !== "windows-1252") return new TextDecoder(encoding).decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const label = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decoderFor(label).decode(bytes);
}

function decoderFor(label: string | undefined): TextDecoder {
  try {
    const decoder = new TextDecoder(label ?? "windows-1252");
    // The declaration was found by reading the page byte by byte, so a page that declares UTF-16 is not in fact encoded
    // in it. The page is not valid UTF-8 either.
    return /^utf/.test(decoder.encoding) ? new TextDecoder("windows-1252") : decoder;
  } catch {
    return new TextDecoder("windows-1252");
  }
}
