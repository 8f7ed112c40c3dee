import type { RunName } from "../rules/processing-run";
import type { PageText } from "../rules/reading/page-text";
import type { ReadingSoFar } from "../rules/reading/reading-so-far";

/** Some of the pages read from a document. */
export interface FoundPages {
  readonly pages: readonly PageText[];
  /** 0 if nothing was read. */
  readonly total: number;
}

/** The text read from documents. It is content, so it leaves the database only for the processor. */
export interface DocumentTexts {
  /**
   * Saves the state after a batch, and the batch's pages by number; safe to repeat. The last batch makes the document
   * searchable by its words. Returns false if the run is over.
   */
  saveBatch(run: RunName, reading: ReadingSoFar, pages: readonly PageText[]): Promise<boolean>;
  /** Null if nothing was read or the run has ended. */
  findReading(run: RunName): Promise<ReadingSoFar | null>;
  /** Lists the pages in page order. */
  listPages(run: RunName): Promise<readonly PageText[]>;
  /**
   * Finds at most `limit` pages in page order, starting with the page number `from`, and the total number of pages, from
   * the newest run that has any pages.
   */
  findPages(documentUuid: string, from: number, limit: number): Promise<FoundPages>;
}
