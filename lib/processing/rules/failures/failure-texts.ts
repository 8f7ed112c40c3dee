import { formatName } from "../formats/format-names";
import { LIMITS } from "../limits";
import type { ReadFailure } from "../reading/reading";

type Parameters = ReadFailure["parameters"];

const FILE_MEGABYTES_MAX = LIMITS.fileBytesMax / 1024 / 1024;

/** The sentences for each code: what happened, and what to do about it. */
const TEXTS: Readonly<Record<ReadFailure["code"], (parameters: Parameters) => string>> = {
  "format-not-read": ({ format }) =>
    `This is ${formatName(format)}, which cannot be read automatically. Review the document by hand.`,
  "no-text": () =>
    "The document contains no text. It is probably a scan or a picture. Review it by hand, or upload a version with text.",
  encrypted: () =>
    "The file is protected by a password. Remove the password and upload the file again.",
  corrupt: ({ format }) =>
    format === undefined
      ? "The file is damaged and cannot be opened. Upload it again."
      : `This looks like ${formatName(format)}, but it is damaged and cannot be opened. Upload it again.`,
  "file-empty": () => "The file is empty (0 bytes). Upload it again.",
  "too-large-to-read": ({ megabytes, fileMegabytes }) =>
    megabytes === undefined
      ? `The file is too large to read${fileMegabytes === undefined ? "" : ` (${fileMegabytes} MB)`}. The limit is ${FILE_MEGABYTES_MAX} MB. Review the document by hand.`
      : `The file is too large to read: it took ${megabytes} MB of memory. Review the document by hand.`,
  "limit-exceeded": ({ seconds, limit }) =>
    seconds === undefined
      ? `The file exceeds a safety limit (${limitName(limit)}). Review the document by hand.`
      : `Reading the file took too long and was stopped after ${seconds} seconds. Review the document by hand.`,
  "processing-failed": () =>
    "The document could not be processed because of an internal error. Process it again, or review it by hand.",
};

/** Returns the sentences of a failure, for people and for `failure.message` in the API. */
export function failureText({
  code,
  parameters,
}: Pick<ReadFailure, "code" | "parameters">): string {
  return TEXTS[code](parameters);
}

/** The names of limits in `limit-exceeded`. */
const LIMIT_NAMES: Readonly<Record<string, string>> = {
  "archive-bytes": "unpacked size of an archive",
  "archive-entries": "number of files in an archive",
  "archive-ratio": "compression ratio of an archive",
  "table-depth": "nested tables",
  "xml-depth": "depth of XML",
  "html-depth": "depth of HTML",
  "mail-depth": "nested messages",
  "mail-headers": "size of the headers of an email",
  "mail-parts": "number of parts of an email",
  output: "size of the text",
};

const limitName = (limit: string | number | undefined) =>
  LIMIT_NAMES[String(limit)] ?? String(limit ?? "unknown");
