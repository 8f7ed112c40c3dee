import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { AssetTexts } from "../rules/asset-texts";

/** A building, a machine, a contract. Documents join it by identifier, without a foreign key (decision 0008). */
export interface Asset extends AssetTexts {
  readonly id: string;
  /** Never changes: documents join by it. */
  readonly identifier: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** null: in use. */
  readonly archivedAt: Date | null;
}

/** The note of a change of a stored asset; the row says which one it is. */
export type AssetNote = Omit<AuditNote, "subject">;

/** What is needed to store an asset. */
export type NewAsset = Omit<Asset, "updatedAt" | "archivedAt">;

/** What an edit changes; what is undefined stays as it is. */
export type AssetEdit = { readonly [Text in keyof AssetTexts]?: AssetTexts[Text] | undefined };

/** Which assets a list holds; null does not filter. */
export interface AssetSelection {
  readonly identifier: string | null;
  /** This folder and those below it. */
  readonly folder: string | null;
  /** Part of the name, in upper or lower case; % and _ stand for themselves. */
  readonly name: string | null;
  readonly isArchived: boolean | null;
}

/** Changes of many assets at once. */
export interface AssetImport {
  readonly created: readonly NewAsset[];
  /** Each with the texts that were found, and those that it gets. */
  readonly edited: readonly {
    readonly id: string;
    readonly before: AssetTexts;
    readonly after: AssetTexts;
  }[];
  readonly at: Date;
}

/** Assets, whose changes stand in the audit with their notes; what the cockpit shows about their documents is in `AssetOverviews`. */
export interface AssetRepository {
  /** Archived ones too. */
  count(): Promise<number>;
  /** null: the identifier is taken, by an archived one maybe; nothing was written. */
  create(asset: NewAsset, note: AuditNote): Promise<Asset | null>;
  find(id: string): Promise<Asset | null>;
  findByIdentifier(identifier: string): Promise<Asset | null>;
  /** In any order, archived ones too; an identifier that no asset has is left out. */
  findByIdentifiers(identifiers: readonly string[]): Promise<readonly Asset[]>;
  /** Ascending by identifier, only those behind `after`. */
  list(selection: AssetSelection, page: Page<string>): Promise<readonly Asset[]>;
  /** An edit that changes nothing keeps the time of the last one and is not noted. null: there is no such asset. */
  update(id: string, given: AssetEdit & { at: Date }, note: AssetNote): Promise<Asset | null>;
  /** Both in one transaction, with their own notes. null: there is no such asset. */
  amend(
    id: string,
    given: AssetEdit & { isArchived: boolean; at: Date },
    notes: { readonly edited: AssetNote; readonly archived: AssetNote },
  ): Promise<Asset | null>;
  /** Repeatable; one that is archived keeps its first time. null: there is no such asset. */
  setArchived(
    id: string,
    given: { isArchived: boolean; at: Date },
    note: AssetNote,
  ): Promise<Asset | null>;
  /**
   * Writes all of it in one transaction, or nothing: false when an identifier was taken or an asset edited since they were read.
   * Each of the assets has an entry of its own in the audit.
   */
  import(changes: AssetImport, note: AssetNote): Promise<boolean>;
}
