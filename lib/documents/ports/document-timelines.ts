import type { StagedDocument, StatusChange } from "../rules/staged-document";

/** One status change with all its details. */
export interface TimelineChange extends StatusChange {
  /** The reason given by the person who made it; null: none, or it was erased with the content. */
  readonly note: string | null;
  /** The notification that carries it; null: none, or none yet. */
  readonly notificationId: string | null;
}

/** Something that happened to a document without a change of its status. */
export interface DocumentEvent {
  /** Ascending in the order of writing. */
  readonly id: bigint;
  /** `moved`, `content-erased`, or a kind written by a later version. */
  readonly kind: string;
  /** As the history names actors. */
  readonly actor: string;
  readonly at: Date;
  /** Of a move to another asset: both identifiers. */
  readonly assets: { readonly from: string; readonly to: string } | null;
  /** The reason given by the person who did it; null: none. */
  readonly note: string | null;
}

/** One document with its latest changes and events. */
export interface DocumentTimeline {
  readonly document: StagedDocument;
  /** The name of the document that this one is a duplicate of. */
  readonly duplicateName: string | null;
  /** Who created it, as the history names actors. */
  readonly createdBy: string;
  /**
   * The change that reported the upload as complete, however long ago, with its actor as the history names it; null: none yet.
   */
  readonly report: { readonly actor: string; readonly at: Date } | null;
  /** The latest ones, oldest first. */
  readonly changes: readonly TimelineChange[];
  /** The latest ones, oldest first. */
  readonly events: readonly DocumentEvent[];
  /** The number of older changes and events. */
  readonly leftOut: number;
}

/** Documents with their complete history, for display. */
export interface DocumentTimelines {
  /** At most this many changes and this many events; null: there is no such document. */
  find(uuid: string, entriesMax: number): Promise<DocumentTimeline | null>;
}
