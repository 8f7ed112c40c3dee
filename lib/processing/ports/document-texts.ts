import type { PageText } from "../rules/page-text";
import type { RunName } from "../rules/processing-run";
import type { ReadingSoFar } from "../rules/reading-so-far";

/** What was read of documents. It is content: it leaves the database only for the processor. */
export interface DocumentTexts {
  /** Keeps what a batch led to, and its pages, each under its number; harmless to repeat. With the last batch the document is found by its words. false: the run is over. */
  saveBatch(run: RunName, reading: ReadingSoFar, pages: readonly PageText[]): Promise<boolean>;
  /** null: nothing was read, or the run has ended. */
  findReading(run: RunName): Promise<ReadingSoFar | null>;
  /** In their order. */
  listPages(run: RunName): Promise<readonly PageText[]>;
}
