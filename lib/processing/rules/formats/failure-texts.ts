import type { Failure } from "@/lib/documents/rules/staged-document";
import { LIMITS } from "../limits";
import type { ReadFailure, ReadFailureCode } from "../reading/reading";
import { formatName } from "./format-names";

type Parameters = ReadFailure["parameters"];

/** Sizes in megabytes are rounded in powers of 1000, as everywhere else; the limit is rounded down. */
const FILE_MEGABYTES_MAX = Math.floor(LIMITS.fileBytesMax / 1_000_000);

const ADVICE = {
  review: "Review the document by hand.",
  reviewOrReplace: "Review it by hand, or upload a version with text.",
  removePassword: "Remove the password and upload the file again.",
  upload: "Upload it again.",
  processAgain: "Process it again, or review it by hand.",
} as const;

type Advice = keyof typeof ADVICE;

/** The sentences for each code: what happened, and what to do about it. */
const TEXTS: Readonly<
  Record<ReadFailure["code"], (parameters: Parameters) => readonly [string, Advice]>
> = {
  "format-not-read": ({ format }) => [
    `This is ${formatName(format)}, which cannot be read automatically.`,
    "review",
  ],
  "no-text": () => [
    "The document contains no text. It is probably a scan or a picture.",
    "reviewOrReplace",
  ],
  encrypted: () => ["The file is protected by a password.", "removePassword"],
  corrupt: ({ format }) => [
    format === undefined
      ? "The file is damaged and cannot be opened."
      : `This looks like ${formatName(format)}, but it is damaged and cannot be opened.`,
    "upload",
  ],
  "file-empty": () => ["The file is empty (0 bytes).", "upload"],
  "too-large-to-read": ({ megabytes, fileMegabytes }) => [
    megabytes === undefined
      ? `The file is too large to read${fileMegabytes === undefined ? "" : ` (${fileMegabytes} MB)`}. The limit is ${FILE_MEGABYTES_MAX} MB.`
      : `The file is too large to read: it took ${megabytes} MB of memory.`,
    "review",
  ],
  "limit-exceeded": ({ seconds, limit }) => [
    seconds === undefined
      ? `The file exceeds a safety limit (${limitName(limit)}).`
      : `Reading the file took too long and was stopped after ${seconds} seconds.`,
    "review",
  ],
  "processing-failed": () => [
    "The document could not be processed because of an internal error.",
    "processAgain",
  ],
};

/** Returns the sentences of a failure, for people and for `failure.message` in the API. */
export function failureText({
  code,
  parameters,
}: Pick<ReadFailure, "code" | "parameters">): string {
  const [happened, advice] = TEXTS[code](parameters);
  return `${happened} ${ADVICE[advice]}`;
}

/** Returns a saved message without the advice that `failureText` ends with, for readers, who cannot follow it. */
export function withoutAdvice(message: string): string {
  const advice = Object.values(ADVICE).find((sentence) => message.endsWith(` ${sentence}`));
  return advice === undefined ? message : message.slice(0, -advice.length - 1);
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

/** The reason why a document reaches a reviewer without results, as shown in its record. */
export interface DocumentFailure extends Failure {
  readonly code: ReadFailureCode;
}

/** Creates the failure of a document, with the sentences that explain it. */
export const documentFailure = (
  code: ReadFailureCode,
  parameters: ReadFailure["parameters"] = {},
): DocumentFailure => ({ code, message: failureText({ code, parameters }) });
