import type pg from "pg";
import type { AssetDocuments } from "@/lib/assets/ports";
import { patternOf } from "../core/contains-text";
import { createQuery, type Statement } from "../core/query";
import { type DocumentRow, toDocument } from "../core/rows";
import { ASSET_DOCUMENT_STATEMENTS, PART_LENGTH } from "./asset-document-statement";

interface AssetDocumentRow extends DocumentRow {
  readonly created_by: string;
}

/** A UUID that no document has and that sorts after all others. */
const LAST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Lists the documents of an asset identifier from PostgreSQL. */
export function createAssetDocuments(pool: pg.Pool): AssetDocuments {
  const query = createQuery(pool);
  return {
    async list(...parameters) {
      const { rows } = await query<AssetDocumentRow>(listQuery(...parameters));
      return rows.map((row) => ({ ...toDocument(row), createdBy: row.created_by }));
    },
  };
}

/** Returns the statement for these filters with its values. */
export function listQuery(
  ...[{ assetIdentifier, text, status }, { after, limit }]: Parameters<AssetDocuments["list"]>
): Statement {
  const page = {
    assetIdentifier,
    afterAt: after?.createdAt ?? "infinity",
    afterUuid: after?.uuid ?? LAST_UUID,
    limit,
    pattern: text === null ? null : patternOf(text),
  };
  const { ofAll, atStatus, searchOfAll, searchAtStatus } = ASSET_DOCUMENT_STATEMENTS;
  if (text === null || [...text].length < PART_LENGTH) {
    return status === null ? ofAll(page) : atStatus({ ...page, status });
  }
  return status === null
    ? searchOfAll({ ...page, text })
    : searchAtStatus({ ...page, status, text });
}
