import { asciiOf, hasAscii } from "./sniff-ascii";
import { sniffCompound } from "./sniff-compound";
import { sniffMagic } from "./sniff-magic";
import { sniffText } from "./sniff-text";
import type { Sniffed } from "./sniffed";

const PDF_HEADER_WITHIN = 1024;
const OPEN_XML = "application/vnd.openxmlformats-officedocument.";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.";

/** Archives that are identified by a name inside them; the first match decides. */
const ZIP_KINDS = [
  ["word/document", "docx", `${OPEN_XML}wordprocessingml.document`],
  ["xl/workbook.bin", "other", "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  ["xl/workbook", "xlsx", `${OPEN_XML}spreadsheetml.sheet`],
  ["ppt/presentation", "other", `${OPEN_XML}presentationml.presentation`],
  [`mimetype${OPEN_DOCUMENT}text`, "other", `${OPEN_DOCUMENT}text`],
  [`mimetype${OPEN_DOCUMENT}spreadsheet`, "other", `${OPEN_DOCUMENT}spreadsheet`],
  [`mimetype${OPEN_DOCUMENT}presentation`, "other", `${OPEN_DOCUMENT}presentation`],
  [`mimetype${OPEN_DOCUMENT}graphics`, "other", `${OPEN_DOCUMENT}graphics`],
  ["mimetypeapplication/epub+zip", "other", "application/epub+zip"],
  ["AndroidManifest.xml", "other", "application/vnd.android.package-archive"],
] as const;

/** Identifies a file by its content, never by its name, in time that does not depend on the file's size. */
export function sniff(bytes: Uint8Array): Sniffed {
  if (bytes.length === 0) return { kind: "empty", format: "application/x-empty" };
  // PDF readers look for the header within the first kibibyte, so anything may precede it.
  if (hasAscii(bytes.subarray(0, PDF_HEADER_WITHIN), "%PDF-")) {
    return { kind: "pdf", format: "application/pdf" };
  }
  if (
    hasAscii(bytes.subarray(0, 4), "PK\u0003\u0004") ||
    hasAscii(bytes.subarray(0, 4), "PK\u0005\u0006")
  ) {
    return sniffZip(bytes);
  }
  return sniffCompound(bytes) ?? sniffMagic(bytes) ?? sniffText(bytes) ?? UNKNOWN;
}

const UNKNOWN: Sniffed = { kind: "other", format: "application/octet-stream" };

const ZIP_START_BYTES = 64 * 1024;
/** An archive's list of contents is at its end; if the list is longer than this, the beginning identifies the archive. */
const ZIP_END_BYTES = 256 * 1024;

function sniffZip(bytes: Uint8Array): Sniffed {
  const start = asciiOf(bytes.subarray(0, ZIP_START_BYTES));
  const end = asciiOf(bytes.subarray(Math.max(0, bytes.length - ZIP_END_BYTES)));
  for (const [name, kind, format] of ZIP_KINDS) {
    if (start.includes(name) || end.includes(name)) return { kind, format };
  }
  return { kind: "other", format: "application/zip" };
}
