import type { Status } from "@/lib/documents/rules/status";
import type { LoggedNotification, NotificationFilter, NotificationPage } from "./notification-log";

/** A document with its name and asset as they are now. */
export interface NamedDocument {
  readonly uuid: string;
  readonly name: string;
  readonly assetIdentifier: string;
}

/** A document in a notification. */
export interface NotifiedDocument extends NamedDocument {
  /** The latest status of the document in the notification. */
  readonly status: Status;
}

/** A notification with its documents; a test notification has no documents. */
export interface DeliveryLogEntry extends LoggedNotification {
  /**
   * At most `DOCUMENTS_NAMED_MAX` documents in the order of the notification, but those that match the search come first.
   */
  readonly documents: readonly NotifiedDocument[];
  /** The total number of documents in the notification. */
  readonly documentCount: number;
}

/** The maximum number of documents that are listed with a notification. */
export const DOCUMENTS_NAMED_MAX = 3;

/**
 * The maximum number of documents that a search considers for each kind of match and for each asset. It considers the
 * most recently changed ones, and says if there are more.
 */
export const DOCUMENTS_SEARCHED_MAX = 1_000;

/** The filter of the delivery log. */
export interface DeliveryLogFilter extends NotificationFilter {
  /**
   * Only notifications with documents that match these words (decision 0048), that have this uuid, or whose asset has an
   * identifier or name containing the text; null for all. Cannot be combined with `documentUuid`.
   */
  readonly text: string | null;
}

/** The notifications with the names of their documents, for display. */
export interface DeliveryLog {
  /**
   * Lists entries, starting after `after`: newest first, but in a search first the notifications with a document or asset
   * of exactly that name, then those whose name begins with the text, those whose name contains it, those with such a
   * value, and at last those with such content.
   * @returns `isCut` if the search left something out
   */
  list(
    filter: DeliveryLogFilter,
    page: NotificationPage,
  ): Promise<{ readonly entries: readonly DeliveryLogEntry[]; readonly isCut: boolean }>;
  /** Returns all documents of a notification, at most 100; none for a test or an unknown id. */
  nameDocuments(id: string): Promise<readonly NamedDocument[]>;
}
