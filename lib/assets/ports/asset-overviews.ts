import type { Status } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";
import type { Asset } from "./assets";

/** How the cockpit orders assets; each is made total by the identifier. */
export const ASSET_ORDERS = ["activity", "name", "identifier", "created"] as const;

/** `activity`: the one with the newest document first, those without any last; `created`: the newest asset first. */
export type AssetOrder = (typeof ASSET_ORDERS)[number];

/** Which assets the cockpit shows; null does not filter. */
export interface AssetFilter {
  /** Part of the identifier, the name or the description, in upper or lower case; % and _ stand for themselves. */
  readonly text: string | null;
  /** Only those with a document at this status. */
  readonly status: Status | null;
  /** Only those with documents that are new to the viewer. */
  readonly isNew: boolean;
  readonly isArchived: boolean;
}

/** The viewer, who determines what is new. */
export interface Viewer {
  readonly userId: string;
  /** What came before they had an account is not new to them. */
  readonly since: Date;
}

/** A short form of a document. */
export interface DocumentGlimpse {
  readonly uuid: string;
  readonly name: string;
  readonly status: Status;
  readonly createdAt: Date;
}

/** What is at one identifier. */
export interface DocumentsAt {
  /** Only statuses with documents, ascending. */
  readonly counts: readonly { readonly status: Status; readonly count: number }[];
  readonly newest: DocumentGlimpse | null;
}

/** Counted no further: the cockpit says "99+" instead. */
export const NEW_COUNT_MAX = 100;

/** An asset with what its tile shows. */
export interface AssetOverview extends DocumentsAt {
  readonly asset: Asset;
  /**
   * Documents created after the viewer's last visit, or after `since` when there was none, by anybody else than the viewer;
   * at most NEW_COUNT_MAX.
   */
  readonly newCount: number;
}

/** An identifier that documents name and no asset has. */
export interface UnassignedOverview extends DocumentsAt {
  readonly identifier: string;
}

/** Which part of the assets is shown, how they are ordered, and to whom. */
export interface AssetPage {
  readonly order: AssetOrder;
  readonly offset: number;
  readonly limit: number;
  readonly viewer: Viewer;
}

/** What the cockpit reads. Each method is one statement, and none reads through all documents. */
export interface AssetOverviews {
  /** `total` counts all that the filter leaves. */
  list(
    filter: AssetFilter,
    page: AssetPage,
  ): Promise<{ items: readonly AssetOverview[]; total: number }>;
  /** null: there is no such asset. */
  findByIdentifier(identifier: string, viewer: Viewer): Promise<AssetOverview | null>;
  /** Ascending by identifier, only those behind `after`; with `text` only those that contain it. */
  listUnassigned(
    page: { text: string | null } & Page<string>,
  ): Promise<readonly UnassignedOverview[]>;
  documentsAt(identifier: string): Promise<DocumentsAt>;
  /**
   * Notes a visit now and answers when the one before was; null if there was none. Never moves a visit back.
   */
  noteVisit(userId: string, identifier: string, at: Date): Promise<Date | null>;
}
