import type { Status } from "@/lib/documents/rules/status";
import type { LoggedNotification, NotificationFilter, NotificationPage } from "./notification-log";

/** What people know a document by; name and asset as they are now. */
export interface NamedDocument {
  readonly uuid: string;
  readonly name: string;
  readonly assetIdentifier: string;
}

/** A document that a notification is about. */
export interface NotifiedDocument extends NamedDocument {
  /** The newest status that the notification tells of it. */
  readonly status: Status;
}

/** A notification with the documents that it is about; a test has none. */
export interface DeliveryLogEntry extends LoggedNotification {
  /** At most `DOCUMENTS_NAMED_MAX`: those that a search found first, then in the order of the notification. */
  readonly documents: readonly NotifiedDocument[];
  /** Of all documents in it. */
  readonly documentCount: number;
}

/** How many documents of a notification a list names. */
export const DOCUMENTS_NAMED_MAX = 3;

/** How many documents a search takes into account: those that changed last. */
export const DOCUMENTS_SEARCHED_MAX = 1_000;

/** Which entries the delivery log shows. */
export interface DeliveryLogFilter extends NotificationFilter {
  /**
   * Only notifications about documents that these words find (decision 0048), that have this uuid, or that are at an asset
   * whose identifier or name contains the text; null: all. Not together with `documentUuid`.
   */
  readonly text: string | null;
}

/** The notifications with the names of their documents, for people. */
export interface DeliveryLog {
  /** Newest first, only rows behind `after`. */
  list(filter: DeliveryLogFilter, page: NotificationPage): Promise<readonly DeliveryLogEntry[]>;
  /** All documents of one notification, at most 100; none for a test and for an unknown id. */
  nameDocuments(id: string): Promise<readonly NamedDocument[]>;
}
