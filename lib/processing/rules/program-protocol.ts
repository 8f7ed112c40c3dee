import type { Judgement } from "./judging/judgement";
import type { PageText } from "./reading/page-text";
import type { ReadFailure, ReadPages } from "./reading/reading";

/**
 * The path, from the root of the checkout, at which `npm start` bundles the program that reads and classifies. The folder
 * also holds the character maps and fonts that the program may read.
 */
export const PROGRAM_FILE = "node_modules/.cache/stagedoor/processor/processor.mjs";

/** The purpose of a program; each program serves only one. */
export type ProgramCommand = "read" | "judge";

/** The header that precedes the bytes of a request. It is sent as JSON after its length in four bytes (big-endian). */
export interface RequestHeader {
  readonly sizeBytes: number;
  readonly firstPage: number;
  /** UTF-8 bytes of the text in earlier batches. */
  readonly textBytesRead: number;
}

/** The end of a batch, sent after its pages. */
export type BatchEnd = Omit<ReadPages, "pages"> | ReadFailure;

/**
 * One line that the program writes, as JSON. `isReady` is sent once, before all requests; each request ends with `end`,
 * `judgement` or `fault`.
 */
export type ProgramLine =
  | { readonly isReady: true }
  | { readonly page: PageText }
  | { readonly end: BatchEnd }
  | { readonly judgement: Judgement }
  /**
   * The place in the program where something went wrong; never an error message, because a message may quote the file.
   */
  | { readonly fault: string };
