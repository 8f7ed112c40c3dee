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

/** Yields the rows of a table in plain text, with quoted cells as spreadsheets write them. */
export function* csvRows(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, next } = cellAt(text, at, delimiter);
    row.push(cell);
    if (text[next] === delimiter) {
      at = next + 1;
      continue;
    }
    yield row;
    row = [];
    at = next + (text.startsWith("\r\n", next) ? 2 : 1);
  }
  if (row.length > 0) yield row;
}

function cellAt(text: string, start: number, delimiter: string): { cell: string; next: number } {
  if (text[start] !== '"') {
    const next = endOfPlain(text, start, delimiter);
    return { cell: text.slice(start, next), next };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  // An unclosed quote would swallow the rest of the file, so it counts as part of the text.
  if (close < 0) {
    const next = endOfPlain(text, start, delimiter);
    return { cell: text.slice(start, next), next };
  }
  const next = endOfPlain(text, close + 1, delimiter);
  return {
    cell: text.slice(start + 1, close).replaceAll('""', '"') + text.slice(close + 1, next),
    next,
  };
}

function endOfPlain(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r")
    at += 1;
  return at;
}
