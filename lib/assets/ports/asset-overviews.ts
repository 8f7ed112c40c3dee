import type { Status } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";
import type { Asset } from "./assets";

/** How the cockpit orders assets; ties are broken by the identifier. */
export const ASSET_ORDERS = ["activity", "name", "identifier", "created"] as const;

/** `activity`: the one with the newest document first, those without any last; `created`: the newest asset first. */
export type AssetOrder = (typeof ASSET_ORDERS)[number];

/** Which assets the cockpit shows; null does not filter. */
export interface AssetFilter {
  /** Part of the identifier, the name, the description or the folder, in upper or lower case; % and _ stand for themselves. */
  readonly text: string | null;
  /** This folder and those below it. */
  readonly folder: string | null;
  /** Only those with a document at this status. */
  readonly status: Status | null;
  /** Only those with documents that are new to the viewer. */
  readonly isNew: boolean;
  readonly isArchived: boolean;
}

/** The viewer, who determines what is new. */
export interface Viewer {
  readonly userId: string;
  /** Documents from before their account are not new to them. */
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

/** The count stops here: the cockpit shows "99+". */
export const NEW_COUNT_MAX = 100;

/** An asset with what its tile shows. */
export interface AssetOverview extends DocumentsAt {
  readonly asset: Asset;
  /**
   * Documents created after the viewer's last visit, or after `since` if there was none, by anyone except the viewer; at
   * most NEW_COUNT_MAX.
   */
  readonly newCount: number;
}

/** An identifier that documents name and no asset has. */
export interface UnassignedOverview extends DocumentsAt {
  readonly identifier: string;
}

/** Which assets to show, in which order, and to whom. */
export interface AssetPage {
  readonly order: AssetOrder;
  readonly offset: number;
  readonly limit: number;
  readonly viewer: Viewer;
}

/** The queries of the cockpit. Each method is one statement, and none scans all documents. */
export interface AssetOverviews {
  /** `total` counts all matches. */
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
  /** Records a visit now and returns the time of the previous one; null if there was none. Never moves a visit back. */
  noteVisit(userId: string, identifier: string, at: Date): Promise<Date | null>;
}
