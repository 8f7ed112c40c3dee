import type {
  AssetOverview,
  DocumentsAt,
  UnassignedOverview,
} from "@/lib/assets/ports/asset-overviews";
import type { Status } from "@/lib/documents/rules/status";

/** The documents for an identifier. `counts` and `newest_uuid` are null if there are none. */
export type DocumentsAtRow = {
  readonly counts: readonly { readonly status: Status; readonly count: number }[] | null;
} & (
  | { readonly newest_uuid: null }
  | {
      readonly newest_uuid: string;
      readonly newest_name: string;
      readonly newest_status: Status;
      readonly newest_created_at: Date;
    }
);

/** A row of `asset` with the data that its tile shows. */
export type OverviewRow = DocumentsAtRow & {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly folder: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  readonly new_count: number;
};

/** A row of a page. An empty page has a single row with only the total. */
export type ListedOverviewRow = { readonly total: number } & (OverviewRow | { readonly id: null });

/** An identifier without an asset. */
export type UnassignedRow = DocumentsAtRow & { readonly identifier: string };

/** Converts the documents for an identifier. */
export const toDocumentsAt = (row: DocumentsAtRow): DocumentsAt => ({
  counts: row.counts ?? [],
  newest:
    row.newest_uuid === null
      ? null
      : {
          uuid: row.newest_uuid,
          name: row.newest_name,
          status: row.newest_status,
          createdAt: row.newest_created_at,
        },
});

/** Converts an asset with the data that its tile shows. */
export const toOverview = (row: OverviewRow): AssetOverview => ({
  asset: {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    description: row.description,
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  },
  ...toDocumentsAt(row),
  newCount: row.new_count,
});

/** Converts an identifier without an asset, with its documents. */
export const toUnassigned = (row: UnassignedRow): UnassignedOverview => ({
  identifier: row.identifier,
  ...toDocumentsAt(row),
});
