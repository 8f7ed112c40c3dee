import PostalMime, { type Address, type Email } from "postal-mime";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { TextRow } from "../layout/line-collector";
import {
  ReadError,
  type ReadingContext,
  type UnnumberedPage,
  type WholeText,
} from "../reading-context";
import { htmlRows } from "../text/html-rows";
import { createPageBuilder } from "../text/page-builder";
import { textRows } from "../text/text-pages";
import { type ReadPart, readMailAttachments } from "./read-mail-attachments";

const LIBRARY_LIMITS = [
  ["Maximum header size", "mail-headers"],
  ["Maximum MIME nesting", "mail-parts"],
] as const;
const HEADER_BYTES_MAX = 512 * 1024;

/**
 * Reads an email: its headers and text as the first page, then its attachments.
 * @throws ReadError
 */
export async function readMail(
  bytes: Uint8Array,
  context: ReadingContext,
  readPart: ReadPart,
): Promise<WholeText> {
  assertFewParts(bytes);
  const mail = await parseMail(bytes);
  const page = createPageBuilder(context);
  for (const row of [...headerRows(mail), ...bodyRows(mail)]) page.add(row);
  const body: UnnumberedPage = { part: null, isAttachment: false, size: null, lines: page.lines };
  const attached = await readMailAttachments(mail.attachments, context, readPart);
  return { pages: [body, ...attached], stated: null };
}

async function parseMail(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: LIMITS.mailPartsDeepMax,
      maxHeadersSize: HEADER_BYTES_MAX,
    });
  } catch (error) {
    // The library throws errors only for its own limits.
    const message = error instanceof Error ? error.message : "";
    const limit = LIBRARY_LIMITS.find(([start]) => message.startsWith(start))?.[1];
    if (limit !== undefined) throw new ReadError("limit-exceeded", { limit });
    throw new ReadError("corrupt", { format: "message/rfc822" });
  }
}

/** Rejects an email with far too many parts by counting the lines that may be boundaries between parts. */
function assertFewParts(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let boundaries = 0;
  for (let at = file.indexOf("\n--"); at >= 0; at = file.indexOf("\n--", at + 3)) boundaries += 1;
  // Text may contain lines of dashes too, so only ten times the limit is certain to be too many.
  if (boundaries > LIMITS.mailPartsMax * 10) {
    throw new ReadError("limit-exceeded", { limit: "mail-parts", maximum: LIMITS.mailPartsMax });
  }
}

/**
 * Returns the text of an email: the plain version, or the HTML if the plain version is less than half as long, for
 * example because it only says that the email needs HTML.
 */
function bodyRows({ text, html }: Email): readonly TextRow[] {
  const plain = text === undefined ? [] : [...textRows(text)];
  if (html === undefined) return plain;
  const shown = htmlRows(html);
  return lettersOf(plain) * 2 >= lettersOf(shown) ? plain : shown;
}

const lettersOf = (rows: readonly TextRow[]) =>
  rows.reduce((sum, row) => sum + row.reduce((letters, text) => letters + text.length, 0), 0);

const ADDRESSES_SHOWN_MAX = 20;
const DATE = /(\d{1,2})\s+([A-Za-z]{3})[a-z]{0,7}\s+(\d{4})\s+(\d{1,2}:\d{2})/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Returns the sender, recipients, date and subject, each with a label. */
export function headerRows({ from, to, cc, subject, date, headers }: Email): TextRow[] {
  const rawDate = headers.find(({ key }) => key === "date")?.value ?? date ?? "";
  return [
    ["From:", from ? nameOf(from) : ""],
    ["To:", namesOf(to)],
    ["Cc:", namesOf(cc)],
    ["Date:", writtenDate(rawDate)],
    ["Subject:", subject ?? ""],
  ].filter(([, value]) => value !== "");
}

const namesOf = (addresses: readonly Address[] = []) =>
  addresses.slice(0, ADDRESSES_SHOWN_MAX).map(nameOf).join(", ");

function nameOf({ name, address }: Address): string {
  if (!address) return name;
  return name === "" || name === address ? address : `${name} <${address}>`;
}

/** Returns the date in the sender's time zone, which may differ from the date in UTC. */
function writtenDate(raw: string): string {
  const match = DATE.exec(raw);
  const month = MONTHS.indexOf(match?.[2]?.toLowerCase() ?? "") + 1;
  if (!match || month === 0) return raw.slice(0, 100);
  const [, day = "", , year, time] = match;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")} ${time}`;
}
