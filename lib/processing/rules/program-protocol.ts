import type { Judgement } from "./judgement";
import type { PageText } from "./page-text";
import type { ReadFailure, ReadPages } from "./reading";

/**
 * Where `npm start` bundles the program that reads and judges, from the root of the checkout. Beside it lie the character maps
 * and fonts that it may read.
 */
export const PROGRAM_FILE = "node_modules/.cache/stagedoor/processor/processor.mjs";

/** What the program was started for; one program does one of them only. */
export type ProgramCommand = "read" | "judge";

/** Stands before the bytes of a request, as JSON after its length in four bytes (big-endian). */
export interface RequestHeader {
  readonly sizeBytes: number;
  readonly firstPage: number;
  /** Of the text that the batches before gave. */
  readonly textBytesRead: number;
}

/** How a batch ended; its pages went ahead. */
export type BatchEnd = Omit<ReadPages, "pages"> | ReadFailure;

/** One line that the program writes, as JSON. `isReady` comes once, before all requests; a request ends with `end`, `judgement` or `fault`. */
export type ProgramLine =
  | { readonly isReady: true }
  | { readonly page: PageText }
  | { readonly end: BatchEnd }
  | { readonly judgement: Judgement }
  /** Where in the program something went wrong; never a message, which may quote the file. */
  | { readonly fault: string };
