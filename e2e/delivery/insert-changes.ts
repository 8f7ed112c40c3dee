import pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";
import type { Product } from "../product";
import type { Move } from "./change-documents";
import { settingsOf } from "./second-application";

const { waitingForUpload, uploadFailed } = STATUS;

const INSERT = `
WITH made AS (
  INSERT INTO staged_document
    (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
  SELECT gen_random_uuid(), 'BLD-0001', n || '.txt', ${uploadFailed}, now(), now(), now()
  FROM generate_series(1, $1::int) AS n
  RETURNING uuid
), changes AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
  SELECT uuid, from_status, to_status, 'test', 'inserted', now(), true, true
  FROM made, (VALUES (NULL::smallint, ${waitingForUpload}::smallint), (${waitingForUpload}, ${uploadFailed}))
    AS move (from_status, to_status)
  ORDER BY to_status
)
SELECT uuid FROM made`;

/**
 * Inserts documents that were created and failed, with two changes each, directly into the product's database: first all
 * creations, then all failures. Creating this many through the API would take minutes.
 */
export async function insertFailedDocuments(
  product: Pick<Product, "dataDir">,
  count: number,
): Promise<Move[]> {
  const { DATABASE_URL } = await settingsOf(product);
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  const { rows } = await database
    .query<{ uuid: string }>(INSERT, [count])
    .finally(() => database.end());
  return rows.flatMap(({ uuid }) => [
    { uuid, previousStatus: null, currentStatus: waitingForUpload },
    { uuid, previousStatus: waitingForUpload, currentStatus: uploadFailed },
  ]);
}
