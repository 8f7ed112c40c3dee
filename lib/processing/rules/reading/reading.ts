import type { PageText, ReadFormat, StatedFacts } from "./page-text";

/** Why a file reaches a reviewer unread, as a code; the sentences are in `failure-texts.ts`. */
export type ReadFailureCode =
  | "format-not-read"
  | "no-text"
  | "encrypted"
  | "corrupt"
  | "file-empty"
  | "too-large-to-read"
  | "limit-exceeded"
  | "processing-failed";

/** Something about a document that a person should know; the text is derived from the code where it is shown. */
export interface Finding {
  /** Kebab-case, such as `pages-not-read` or `contains-macros`. */
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** One batch of a readable file. */
export interface ReadPages {
  readonly kind: "pages";
  readonly format: ReadFormat;
  /** The number of pages in the whole document, whether read or not. */
  readonly pageCount: number;
  readonly pages: readonly PageText[];
  /** The first page of the next batch; null after the last batch. */
  readonly nextPage: number | null;
  /** The findings of this batch; a document has the findings of all its batches. */
  readonly findings: readonly Finding[];
  /** Present only in the first batch. */
  readonly stated: StatedFacts | null;
}

/** A file that cannot be read. This is a valid result, never an error in Stagedoor. */
export interface ReadFailure {
  readonly kind: "failure";
  readonly code: ReadFailureCode;
  /**
   * Facts for the sentence and the log, such as `{ format: "image/tiff" }` or `{ megabytes: 1600 }`; never parts of the
   * file's content.
   */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly findings: readonly Finding[];
}

/** The outcome of reading a batch. */
export type ReadOutcome = ReadPages | ReadFailure;

/** Every finding code of processing; the text for people is derived from the code where it is shown. */
export const FINDING_CODES = [
  "required-field-missing",
  "field-check-failed",
  "stated-total-not-printed",
  "pages-not-read",
  "pages-not-readable",
  "pages-without-text",
  "text-not-read",
  "text-not-judged",
  "cells-not-read",
  "sheets-not-read",
  "attachment-not-read",
  "attachments-not-read",
  "attachment-pages-not-read",
  "attachments-not-judged",
  "contains-embedded-files",
  "contains-macros",
  "contains-javascript",
  "contains-launch-action",
  "executable",
  "eicar-test-file",
] as const;

/** One of `FINDING_CODES`; documents may have other codes, from other programs and other versions. */
export type FindingCode = (typeof FINDING_CODES)[number];
