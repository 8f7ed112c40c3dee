import type { Status } from "@/lib/documents/rules/status";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { AssetTexts } from "./rules/asset-texts";

/**
 * A building, a machine or a contract, for example. Documents refer to it by its identifier, without a foreign key
 * (decision 0008).
 */
export interface Asset extends AssetTexts {
  readonly id: string;
  /** The identifier never changes, because documents refer to it. */
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** null if the asset is not archived. */
  readonly archivedAt: Date | null;
}

/** The audit note for a change to a stored asset. It has no subject, because the stored row determines the subject. */
export type AssetNote = Omit<AuditNote, "subject">;

/** The data of an asset to create. */
export type NewAsset = Omit<Asset, "updatedAt" | "archivedAt">;

/** The texts that an edit changes; undefined texts stay unchanged. */
export type AssetEdit = { readonly [Text in keyof AssetTexts]?: AssetTexts[Text] | undefined };

/** A filter for a list of assets. A field that is null does not restrict the list. */
export interface AssetSelection {
  readonly identifier: string | null;
  /** Only assets in this folder or in a folder below it. */
  readonly folder: string | null;
  /** Part of the name, ignoring case; % and _ are literal. */
  readonly name: string | null;
  readonly isArchived: boolean | null;
}

/** Changes to many assets in one call. */
export interface AssetImport {
  readonly created: readonly NewAsset[];
  /** Each asset with its expected texts and its new texts. */
  readonly edited: readonly {
    readonly id: string;
    readonly before: AssetTexts;
    readonly after: AssetTexts;
  }[];
  readonly at: Date;
}

/**
 * Stores assets and audits their changes with the given notes. For the documents in the cockpit, see `AssetOverviews`.
 */
export interface AssetRepository {
  /** Counts all assets, including archived ones. */
  count(): Promise<number>;
  /** Returns null without writing anything if the identifier is in use, even by an archived asset. */
  create(asset: NewAsset, note: AuditNote): Promise<Asset | null>;
  find(id: string): Promise<Asset | null>;
  findByIdentifier(identifier: string): Promise<Asset | null>;
  /** Returns assets in any order, including archived ones; unknown identifiers are omitted. */
  findByIdentifiers(identifiers: readonly string[]): Promise<readonly Asset[]>;
  /** Lists assets after `after` in ascending order of their identifiers. */
  list(selection: AssetSelection, page: Page<string>): Promise<readonly Asset[]>;
  /** An edit that changes nothing keeps the previous time and is not audited. Returns null if there is no such asset. */
  update(id: string, change: AssetEdit & { at: Date }, note: AssetNote): Promise<Asset | null>;
  /**
   * Edits the asset and archives or restores it in one transaction, with a separate audit note for each of the two
   * changes. Returns null if there is no such asset.
   */
  amend(
    id: string,
    change: AssetEdit & { isArchived: boolean; at: Date },
    notes: { readonly edited: AssetNote; readonly archived: AssetNote },
  ): Promise<Asset | null>;
  /**
   * Archives or restores the asset. Can be repeated: an archived asset keeps its original time. Returns null if there is
   * no such asset.
   */
  setArchived(
    id: string,
    change: { isArchived: boolean; at: Date },
    note: AssetNote,
  ): Promise<Asset | null>;
  /**
   * Writes all changes in one transaction, or none of them. Returns false if, since the assets were read, an identifier
   * has been taken or an asset has been edited. The audit log gets one entry, with a row for each asset.
   */
  import(changes: AssetImport, note: AssetNote): Promise<boolean>;
}

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
interface DocumentGlimpse {
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
