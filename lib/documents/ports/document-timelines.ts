import type { StagedDocument, StatusChange } from "../rules/staged-document";

/** A status change with all its details. */
export interface TimelineChange extends StatusChange {
  /** The reason given by the person who made the change; null if there is none, or if it was erased with the content. */
  readonly note: string | null;
  /** The notification that contains the change; null if there is none, or none yet. */
  readonly notificationId: string | null;
}

/** Something that happened to a document without changing its status. */
export interface DocumentEvent {
  /** Increases with every write. */
  readonly id: bigint;
  /** `moved`, `content-erased`, or a kind written by a later version. */
  readonly kind: string;
  /** As stored in the history. */
  readonly actor: string;
  readonly at: Date;
  /** Both identifiers of a move to another asset; otherwise null. */
  readonly assets: { readonly from: string; readonly to: string } | null;
  /** The reason given by the person who caused the event; null if there is none. */
  readonly note: string | null;
}

/** A document with its latest changes and events. */
export interface DocumentTimeline {
  readonly document: StagedDocument;
  /** The name of the document that this one is a duplicate of. */
  readonly duplicateName: string | null;
  /** Who created it, as stored in the history. */
  readonly createdBy: string;
  /**
   * The change that reported the upload as complete, however long ago, with its actor as stored in the history; null if
   * there is none yet.
   */
  readonly report: { readonly actor: string; readonly at: Date } | null;
  /** The latest changes, oldest first. */
  readonly changes: readonly TimelineChange[];
  /** The latest events, oldest first. */
  readonly events: readonly DocumentEvent[];
  /** The number of older changes and events that are left out. */
  readonly leftOut: number;
}

/** Documents with their complete history, for display. */
export interface DocumentTimelines {
  /** Finds a document with at most this many changes and this many events; null if there is no such document. */
  find(uuid: string, entriesMax: number): Promise<DocumentTimeline | null>;
}
