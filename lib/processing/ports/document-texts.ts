import type { PageText } from "../rules/page-text";
import type { RunName } from "../rules/processing-run";
import type { ReadingSoFar } from "../rules/reading-so-far";

/** Some of the pages that were read from a document. */
export interface FoundPages {
  readonly pages: readonly PageText[];
  /** 0: nothing was read. */
  readonly total: number;
}

/** The text of documents. It is content: it leaves the database only for the processor. */
export interface DocumentTexts {
  /** Keeps what a batch led to, and its pages, each under its number; harmless to repeat. With the last batch the document is found by its words. false: the run is over. */
  saveBatch(run: RunName, reading: ReadingSoFar, pages: readonly PageText[]): Promise<boolean>;
  /** null: nothing was read, or the run has ended. */
  findReading(run: RunName): Promise<ReadingSoFar | null>;
  /** In their order. */
  listPages(run: RunName): Promise<readonly PageText[]>;
  /** Of the newest run that gave pages, those from this number on, in their order, and how many there are of all. */
  findPages(documentUuid: string, from: number, limit: number): Promise<FoundPages>;
}
