import type { AuditNote } from "@/lib/kernel/rules/audit";

/** A building, a machine, a contract. Documents join it by identifier, without a foreign key (decision 0008). */
export interface Asset {
  readonly id: string;
  /** Never changes: documents join by it. */
  readonly identifier: string;
  readonly name: string;
  /** Empty when there is nothing to say. */
  readonly description: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** null: in use. */
  readonly archivedAt: Date | null;
}

/** The note of a change of a stored asset; the row says which one it is. */
export type AssetNote = Omit<AuditNote, "subject">;

/** What is needed to store an asset. */
export type NewAsset = Omit<Asset, "updatedAt" | "archivedAt">;

/** Assets, whose changes stand in the audit with their notes; what the cockpit shows about their documents is in `AssetOverviews`. */
export interface AssetRepository {
  /** Archived ones too. */
  count(): Promise<number>;
  /** null: the identifier is taken, by an archived one maybe; nothing was written. */
  create(asset: NewAsset, note: AuditNote): Promise<Asset | null>;
  find(id: string): Promise<Asset | null>;
  findByIdentifier(identifier: string): Promise<Asset | null>;
  /** null: there is no such asset. */
  update(
    id: string,
    given: { name: string; description: string; at: Date },
    note: AssetNote,
  ): Promise<Asset | null>;
  /** Repeatable; one that is archived keeps its first time. null: there is no such asset. */
  setArchived(
    id: string,
    given: { isArchived: boolean; at: Date },
    note: AssetNote,
  ): Promise<Asset | null>;
}
