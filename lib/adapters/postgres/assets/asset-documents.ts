import type pg from "pg";
import type { AssetDocuments } from "@/lib/assets/ports/asset-documents";
import { patternOf } from "../core/contains-text";
import { createQuery } from "../core/query";
import { type DocumentRow, toDocument } from "../core/rows";
import { ASSET_DOCUMENTS_SQL } from "./asset-document-statement";

interface AssetDocumentRow extends DocumentRow {
  readonly created_by: string;
}

/** No document has it, and it is behind every other. */
const LAST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The documents of an asset identifier in PostgreSQL. */
export function createAssetDocuments(pool: pg.Pool): AssetDocuments {
  const query = createQuery(pool);
  return {
    async list(...asked) {
      const statement = { text: ASSET_DOCUMENTS_SQL, values: valuesOf(...asked) };
      const { rows } = await query<AssetDocumentRow>(statement);
      return rows.map((row) => ({ ...toDocument(row), createdBy: row.created_by }));
    },
  };
}

function valuesOf(
  ...[{ assetIdentifier, text, status }, { after, limit }]: Parameters<AssetDocuments["list"]>
): unknown[] {
  const position = after ? [after.createdAt, after.uuid] : ["infinity", LAST_UUID];
  const pattern = text === null ? null : patternOf(text);
  return [assetIdentifier, ...position, limit, status, pattern];
}
