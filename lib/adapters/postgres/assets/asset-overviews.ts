import type pg from "pg";
import type { AssetOverviews } from "@/lib/assets/ports/asset-overviews";
import { patternOf } from "../core/contains-text";
import { createQuery } from "../core/query";
import {
  type DocumentsAtRow,
  type ListedOverviewRow,
  type OverviewRow,
  toDocumentsAt,
  toOverview,
  toUnassigned,
  type UnassignedRow,
} from "./asset-overview-rows";
import { ASSET_OVERVIEW_STATEMENTS } from "./asset-overview-statements";

/** Reads the cockpit's asset views from PostgreSQL (decision 0029). */
export function createAssetOverviews(pool: pg.Pool): AssetOverviews {
  const query = createQuery(pool);
  return {
    async list({ isArchived, text, folder, status, isNew }, { order, offset, limit, viewer }) {
      const filter = [isArchived, text && patternOf(text), status, isNew];
      const values = [viewer.userId, viewer.since, ...filter, limit, offset, folder];
      const statement = ASSET_OVERVIEW_STATEMENTS.list[order];
      const { rows } = await query<ListedOverviewRow>(statement, values);
      const items = rows.flatMap((row) => (row.id === null ? [] : [toOverview(row)]));
      return { items, total: rows[0]?.total ?? 0 };
    },
    async findByIdentifier(identifier, { userId, since }) {
      const values = [userId, since, identifier];
      const { rows } = await query<OverviewRow>(ASSET_OVERVIEW_STATEMENTS.findByIdentifier, values);
      return rows[0] ? toOverview(rows[0]) : null;
    },
    async listUnassigned({ text, after, limit }) {
      const values = [after ?? "", text && patternOf(text), limit];
      const statement = ASSET_OVERVIEW_STATEMENTS.listUnassigned;
      return (await query<UnassignedRow>(statement, values)).rows.map(toUnassigned);
    },
    async documentsAt(identifier) {
      const statement = ASSET_OVERVIEW_STATEMENTS.documentsAt;
      const { rows } = await query<DocumentsAtRow>(statement, [identifier]);
      return rows[0] ? toDocumentsAt(rows[0]) : { counts: [], newest: null };
    },
    async noteVisit(userId, identifier, at) {
      const { rows } = await query<{ visited_before_at: Date | null }>(
        ASSET_OVERVIEW_STATEMENTS.noteVisit,
        [userId, identifier, at],
      );
      return rows[0]?.visited_before_at ?? null;
    },
  };
}
