import type { Page } from "@/lib/kernel/rules/page";
import type { SavedView } from "./rules/saved-view";
import type { StagedDocument } from "./rules/staged-document";
import type { Status } from "./rules/status";

/** A filter for the cockpit's list of documents. A field that is null does not restrict the list. */
export interface DocumentListFilter {
  readonly assetIdentifier: string | null;
  /**
   * Part of the name or the folder, ignoring case, with % and _ taken literally; or words, as in
   * `DocumentFilter.words`, of which at least one has three letters.
   */
  readonly text: string | null;
  readonly statuses: readonly Status[] | null;
  /** The class in the document's results. */
  readonly documentClass: string | null;
  /** The code of a finding in the document's results. */
  readonly finding: string | null;
  /** Inclusive. */
  readonly createdFrom: Date | null;
  /** Inclusive. */
  readonly createdTo: Date | null;
  /** The id of the user who created the document; `api` for any API key. */
  readonly uploader: string | null;
  /** Only documents whose bytes an earlier document has. */
  readonly isDuplicate: boolean;
}

/** The filter that every document matches. */
export const NO_DOCUMENT_LIST_FILTER: DocumentListFilter = {
  assetIdentifier: null,
  text: null,
  statuses: null,
  documentClass: null,
  finding: null,
  createdFrom: null,
  createdTo: null,
  uploader: null,
  isDuplicate: false,
};

/** The orders of the cockpit's list of documents. Ties are broken by the uuid. */
export const DOCUMENT_ORDERS = ["updated", "created", "name"] as const;

/** An order and its direction. Names are compared in lower case, character by character. */
export interface DocumentOrder {
  /** `score`, the least certain class first, is only for documents that wait for review. */
  readonly by: (typeof DOCUMENT_ORDERS)[number] | "score";
  readonly isDescending: boolean;
}

/** A position in the cockpit's list of documents. */
export interface DocumentListPosition {
  /** The value by which the list is ordered: a time in ISO 8601, a name in lower case, or a score. */
  readonly key: string;
  readonly uuid: string;
  /** Whether no index can answer the filter, so that the list is read in its order, a part with each call. */
  readonly isInOrder: boolean;
}

/** A page of the cockpit's list of documents. */
export interface DocumentListPage extends Page<DocumentListPosition> {
  /** Documents to leave out; a few thousand at most, because a call may have to read past all of them. */
  readonly except?: readonly string[] | undefined;
}

/** A document with what the cockpit's list shows besides. */
export interface ListedDocument extends StagedDocument {
  /** The actor that created the document, in the same form as in its history; see `Author`. */
  readonly createdBy: string;
  /** The name of the asset with the document's identifier; null if no asset has it. */
  readonly assetName: string | null;
}

/** The number of matching documents. */
export interface DocumentCount {
  /** null if too few of the documents that were read match to tell how many there are. */
  readonly count: number | null;
  /** Whether there are, or may be, more. */
  readonly isMore: boolean;
}

/** The highest count of documents; the cockpit shows it as "10,000+". */
export const DOCUMENT_COUNT_MAX = 10_000;

/** Lists documents for the cockpit. Each statement reads a bounded number of rows, however many documents there are. */
export interface DocumentLists {
  /**
   * Returns the matching documents after a position. There may be fewer than the limit, even none, although more follow:
   * only a null `nextAfter` marks the end.
   */
  list(
    filter: DocumentListFilter,
    order: DocumentOrder,
    page: DocumentListPage,
  ): Promise<{
    readonly items: readonly ListedDocument[];
    readonly nextAfter: DocumentListPosition | null;
  }>;
  /** @param except documents to leave out; a few thousand at most */
  count(filter: DocumentListFilter, except?: readonly string[]): Promise<DocumentCount>;
  /**
   * Returns the first characters of the text that was read from each of these documents; documents without text are missing.
   */
  readTexts(uuids: readonly string[], charactersMax: number): Promise<ReadonlyMap<string, string>>;
  /** Lists the classes that documents have, in ascending order of their ids, at most `limit`. */
  listClasses(limit: number): Promise<readonly string[]>;
}

/** Stores the views of the list of documents that people saved. A name is in use if it differs only in case. */
export interface SavedViews {
  /**
   * Returns what a user can open: their own views, then those that others share, each in the order of their names. At most
   * 1,000.
   */
  list(userId: string): Promise<readonly SavedView[]>;
  find(id: string): Promise<SavedView | null>;
  /** Stores a new view, unless its owner has `max` views or one with this name, also of a concurrent call. */
  create(view: SavedView, max: number): Promise<"stored" | "name-taken" | "too-many">;
  /** Replaces everything but the owner of a view, if nobody has changed or deleted it since it was read. */
  replace(view: SavedView): Promise<"stored" | "name-taken" | "overtaken">;
  /** Deletes a view. @returns false if somebody has changed or deleted it since it was read */
  delete(view: Pick<SavedView, "id" | "version">): Promise<boolean>;
}
