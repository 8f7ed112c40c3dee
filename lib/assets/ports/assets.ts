import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { AssetTexts } from "../rules/asset-texts";

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
  update(id: string, given: AssetEdit & { at: Date }, note: AssetNote): Promise<Asset | null>;
  /**
   * Edits the asset and archives or restores it in one transaction, with a separate audit note for each of the two
   * changes. Returns null if there is no such asset.
   */
  amend(
    id: string,
    given: AssetEdit & { isArchived: boolean; at: Date },
    notes: { readonly edited: AssetNote; readonly archived: AssetNote },
  ): Promise<Asset | null>;
  /**
   * Archives or restores the asset. Can be repeated: an archived asset keeps its original time. Returns null if there is
   * no such asset.
   */
  setArchived(
    id: string,
    given: { isArchived: boolean; at: Date },
    note: AssetNote,
  ): Promise<Asset | null>;
  /**
   * Writes all changes in one transaction, or none of them. Returns false if, since the assets were read, an identifier
   * has been taken or an asset has been edited. The audit log gets one entry, with a row for each asset.
   */
  import(changes: AssetImport, note: AssetNote): Promise<boolean>;
}
