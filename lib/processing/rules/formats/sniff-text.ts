import type { ReadFormat } from "../reading/page-text";

/** The encoding of a text file, named as in `TextDecoder`. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The identified content of a file. `other` is a known kind that is not read; its `format` names it. */
export interface Sniffed {
  readonly kind: ReadFormat | "empty" | "encrypted" | "executable" | "other";
  /** A media type. */
  readonly format: string;
  /** Of text. */
  readonly encoding?: TextEncoding;
  /** Of CSV. */
  readonly delimiter?: string;
}

/** The first bytes of a text file, which are enough to identify it. */
const HEAD_BYTES = 8_192;
const UTF8_CHECK_BYTES = 1024 * 1024;
const HEADER_LINES = 30;

const HTML = /^\s*(?:<!--[\s\S]{0,400}?-->\s*)?<(?:!doctype html|html|head|body|table|div|p)\b/i;
const INVOICE =
  /CrossIndustryInvoice|CrossIndustryDocument|urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2/;
const MAIL_HEADER =
  /^(?:received|return-path|from|to|cc|subject|date|message-id|mime-version|content-type|content-transfer-encoding|delivered-to|reply-to|dkim-signature|x-[\w-]{1,40}):/i;

/** Identifies the kind of a text file; null if it is not text. */
export function sniffText(bytes: Uint8Array): Sniffed | null {
  const encoding = encodingOf(bytes);
  if (encoding === null) return null;
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, HEAD_BYTES), { stream: true });
  return { ...kindOf(head), encoding };
}

function kindOf(head: string): Sniffed {
  if (HTML.test(head)) return { kind: "html", format: "text/html" };
  if (/^\s*</.test(head)) {
    if (INVOICE.test(head)) return { kind: "invoice-xml", format: "application/xml" };
    if (/<html\b/i.test(head)) return { kind: "html", format: "text/html" };
    if (/<svg\b/.test(head)) return { kind: "other", format: "image/svg+xml" };
    if (/^\s*<\?xml/.test(head)) return { kind: "other", format: "application/xml" };
  }
  if (/^\s{0,3}0\r?\nSECTION\r?\n/.test(head)) return { kind: "other", format: "image/vnd.dxf" };
  if (isMail(head)) return { kind: "eml", format: "message/rfc822" };
  const delimiter = delimiterOf(head);
  return delimiter
    ? { kind: "csv", format: "text/csv", delimiter }
    : { kind: "text", format: "text/plain" };
}

function encodingOf(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, HEAD_BYTES);
  const zeros = (parity: number) =>
    head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  // In UTF-16 without a byte order mark, one of the two bytes of nearly every Latin character is zero.
  if (odd > head.length * 0.3 && even < head.length * 0.05) return "utf-16le";
  if (even > head.length * 0.3 && odd < head.length * 0.05) return "utf-16be";
  const controls = head.filter(isControl).length;
  if (even + odd + controls > head.length * 0.02) return null;
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** Whether a byte is a control character other than whitespace and the escape character that terminals write. */
const isControl = (byte: number) =>
  byte > 0 && (byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

function isUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    decoder.decode(bytes.subarray(0, UTF8_CHECK_BYTES), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text begins like an email: with header lines only, at least two of them typical of email. */
function isMail(head: string): boolean {
  const lines = head.replace(/^\uFEFF/, "").split(/\r?\n/, HEADER_LINES);
  // Mailbox files and some archives put an extra line before the headers.
  const start = lines[0]?.startsWith("From ") ? 1 : 0;
  let known = 0;
  for (const line of lines.slice(start)) {
    if (line === "") break;
    if (/^[ \t]/.test(line)) continue;
    if (!/^[\x21-\x39\x3B-\x7E]{1,80}:/.test(line)) return false;
    if (MAIL_HEADER.test(line)) known += 1;
  }
  // A printed email also begins with "From:" and "Subject:"; such text can be read as an email too.
  return known >= 2;
}

const DELIMITERS = [";", ",", "\t", "|"];
const CSV_LINES = 20;

/** Returns the delimiter between the columns of a table in plain text; null if it is not a table. */
function delimiterOf(head: string): string | null {
  const lines = head
    .split(/\r?\n/, CSV_LINES + 1)
    .slice(0, -1)
    .filter(Boolean);
  if (lines.length < 2) return null;
  for (const delimiter of DELIMITERS) {
    const columns = lines.map((line) => withoutQuoted(line).split(delimiter).length);
    const [first = 1] = columns;
    const alike = columns.filter((count) => count === first).length;
    if (first > 1 && alike >= lines.length * 0.9 && !isProse(lines, delimiter)) return delimiter;
  }
  return null;
}

/** Whether the lines are sentences, in which commas are followed by a space or end a line. */
function isProse(lines: readonly string[], delimiter: string): boolean {
  if (delimiter !== ",") return false;
  const text = lines.join("\n");
  const inSentences = text.match(/,(?=\s|$)/g)?.length ?? 0;
  return inSentences * 2 > text.split(",").length - 1;
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, '""');
