import type { ReadFailureCode } from "./reading";

type Parameters = Readonly<Record<string, string | number>>;

const ACCEPT = "Open the file and approve or reject the document by hand.";

/** The words for people, in the record as well: what is wrong with the file, and what to do. */
const TEXTS: Record<ReadFailureCode, (given: Parameters) => string> = {
  "format-not-read": ({ format }) =>
    `Files of this format${inBrackets(format)} are not read yet. ${ACCEPT}`,
  "no-text": () => `The file has no text that can be read; it may be a scan. ${ACCEPT}`,
  encrypted: () =>
    "The file is protected by a password. Upload a copy without a password, or review the document by hand.",
  corrupt: () =>
    "The file is damaged and cannot be read. Ask for a new copy, or review the document by hand.",
  "file-empty": () => "The file contains nothing. Ask for a new copy, or reject the document.",
  "too-large-to-read": ({ megabytes }) =>
    `The file is too large to read${inBrackets(megabytes, "MB")}. ${ACCEPT}`,
  "limit-exceeded": () =>
    `Reading the file took more time, memory or space than is allowed. ${ACCEPT}`,
  "processing-failed": () =>
    "The document could not be processed. Process it again, or review it by hand.",
};

/** What is wrong with a file that goes to a person unread, as a record shows it. */
export const failureOf = (code: ReadFailureCode, parameters: Parameters = {}) => ({
  code,
  message: TEXTS[code](parameters),
});

const inBrackets = (fact: string | number | undefined, unit = "") =>
  fact === undefined ? "" : ` (${fact}${unit === "" ? "" : ` ${unit}`})`;
