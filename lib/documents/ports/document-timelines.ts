import type { StagedDocument, StatusChange } from "../rules/staged-document";

/** One change of status with everything that is kept of it. */
export interface TimelineChange extends StatusChange {
  /** What the person who made it wrote about it; null: nothing, or it was erased with the content. */
  readonly note: string | null;
  /** The notification that carries it; null: none, or none yet. */
  readonly notificationId: string | null;
}

/** Something that happened to a document without a change of its status. */
export interface DocumentEvent {
  /** Ascending in the order of writing. */
  readonly id: bigint;
  /** `moved`, `content-erased`, or what a later version has written. */
  readonly kind: string;
  /** As the history names actors. */
  readonly actor: string;
  readonly at: Date;
  /** Of a move to another asset: both identifiers. */
  readonly assets: { readonly from: string; readonly to: string } | null;
  /** What the person who did it wrote about it; null: nothing. */
  readonly note: string | null;
}

/** One document with the latest of all that happened to it. */
export interface DocumentTimeline {
  readonly document: StagedDocument;
  /** The name of the document that this one is a duplicate of. */
  readonly duplicateName: string | null;
  /** Who announced it, as the history names actors. */
  readonly createdBy: string;
  /** The change that said the upload is complete, however long ago, with its actor as the history names it; null: none yet. */
  readonly report: { readonly actor: string; readonly at: Date } | null;
  /** The latest ones, oldest first. */
  readonly changes: readonly TimelineChange[];
  /** The latest ones, oldest first. */
  readonly events: readonly DocumentEvent[];
  /** How many older changes and events there are. */
  readonly leftOut: number;
}

/** Documents with everything that happened to them, to look at. */
export interface DocumentTimelines {
  /** At most so many changes, and so many events; null: there is no such document. */
  find(uuid: string, entriesMax: number): Promise<DocumentTimeline | null>;
}
