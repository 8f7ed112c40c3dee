import type { Status } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";
import type { Asset } from "./assets";

/** The orders of assets in the cockpit; ties are broken by the identifier. */
export const ASSET_ORDERS = ["activity", "name", "identifier", "created"] as const;

/**
 * `activity` starts with the asset that has the newest document and ends with assets without documents; `created` starts
 * with the newest asset.
 */
export type AssetOrder = (typeof ASSET_ORDERS)[number];

/** A filter for the assets in the cockpit. A field that is null does not restrict the list. */
export interface AssetFilter {
  /** Part of the identifier, the name, the description or the folder, ignoring case; % and _ are literal. */
  readonly text: string | null;
  /** Only assets in this folder or in a folder below it. */
  readonly folder: string | null;
  /** Only assets with a document at this status. */
  readonly status: Status | null;
  /** Only assets with documents that are new to the viewer. */
  readonly isNew: boolean;
  readonly isArchived: boolean;
}

/** The user who views the assets. Which documents are new depends on this user. */
export interface Viewer {
  readonly userId: string;
  /** The time when the user's account was created. Documents created before it are not new. */
  readonly since: Date;
}

/** A summary of a document. */
export interface DocumentGlimpse {
  readonly uuid: string;
  readonly name: string;
  readonly status: Status;
  readonly createdAt: Date;
}

/** The documents with one identifier. */
export interface DocumentsAt {
  /** The counts in ascending order of the status. Statuses without documents are omitted. */
  readonly counts: readonly { readonly status: Status; readonly count: number }[];
  readonly newest: DocumentGlimpse | null;
}

/** The highest count of new documents; the cockpit shows it as "99+". */
export const NEW_COUNT_MAX = 100;

/** An asset with the data that its tile shows. */
export interface AssetOverview extends DocumentsAt {
  readonly asset: Asset;
  /**
   * The number of documents that others created after the viewer's last visit, or after `since` if there was no visit; at
   * most NEW_COUNT_MAX.
   */
  readonly newCount: number;
}

/** An identifier that documents have but no asset has. */
export interface UnassignedOverview extends DocumentsAt {
  readonly identifier: string;
}

/** A page of assets: its order, its position and its viewer. */
export interface AssetPage {
  readonly order: AssetOrder;
  readonly offset: number;
  readonly limit: number;
  readonly viewer: Viewer;
}

/** The queries of the cockpit. Each method executes one SQL statement, which never scans all documents. */
export interface AssetOverviews {
  /** Returns a page of the matching assets. `total` is the number of all matching assets. */
  list(
    filter: AssetFilter,
    page: AssetPage,
  ): Promise<{ items: readonly AssetOverview[]; total: number }>;
  /** Returns null if no asset has the identifier. */
  findByIdentifier(identifier: string, viewer: Viewer): Promise<AssetOverview | null>;
  /** Returns identifiers after `after` in ascending order. With `text`, returns only identifiers that contain it. */
  listUnassigned(
    page: { text: string | null } & Page<string>,
  ): Promise<readonly UnassignedOverview[]>;
  documentsAt(identifier: string): Promise<DocumentsAt>;
  /**
   * Records a visit and returns the time of the user's previous visit; null if there was none. Never replaces a visit
   * with an earlier one.
   */
  noteVisit(userId: string, identifier: string, at: Date): Promise<Date | null>;
}
