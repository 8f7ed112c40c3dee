import type { PageText } from "./page-text";

/** What the content of a file turned out to be; never what its name or its uploader says. */
export type ReadFormat = "pdf" | "docx" | "xlsx" | "eml" | "text" | "csv" | "html" | "invoice-xml";

/** Why a file goes to a person unread, as a code; the sentences are in `failure-texts.ts`. */
export type ReadFailureCode =
  | "format-not-read"
  | "no-text"
  | "encrypted"
  | "corrupt"
  | "file-empty"
  | "too-large-to-read"
  | "limit-exceeded"
  | "processing-failed";

/** Something about a document that a person should know; its text is derived from the code where it is shown. */
export interface Finding {
  /** Kebab-case, such as `pages-not-read` or `contains-macros`. */
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** A value that the file itself states in a form for programs, such as the XML of an e-invoice; its score is 1. */
export interface StatedValue {
  /** Of the shipped fields, such as `invoiceNumber`. */
  readonly field: string;
  /** As fields are stored: ISO dates, decimals with a point, IBAN without spaces. */
  readonly value: string;
  /** As it stands in the file. */
  readonly text: string;
}

/** What the file states about itself in a form for programs. */
export interface StatedFacts {
  readonly documentClass: string;
  /** Such as `factur-x`, `cii` or `ubl`. */
  readonly source: string;
  readonly values: readonly StatedValue[];
}

/** One batch of a file that could be read. */
export interface ReadPages {
  readonly kind: "pages";
  readonly format: ReadFormat;
  /** Of the whole document, read or not. */
  readonly pageCount: number;
  readonly pages: readonly PageText[];
  /** Where the next batch begins; null: this was the last one. */
  readonly nextPage: number | null;
  /** Of this batch; those of a document are those of all its batches. */
  readonly findings: readonly Finding[];
  /** With the first batch. */
  readonly stated: StatedFacts | null;
}

/** A file that cannot be read, which is a result and never a fault of ours. */
export interface ReadFailure {
  readonly kind: "failure";
  readonly code: ReadFailureCode;
  /** Facts for the sentence and the log, such as `{ format: "image/tiff" }` or `{ megabytes: 1600 }`; never content. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly findings: readonly Finding[];
}

/** What reading a batch led to. */
export type ReadOutcome = ReadPages | ReadFailure;
