import pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";

/** The amount of data. */
export interface CockpitSize {
  readonly assets: number;
  readonly documents: number;
}

/** The asset that holds a tenth of all documents. */
export const LARGEST_ASSET = "BLD-00001";

const { waitingForUpload, waitingForReview, approved, uploadFailed } = STATUS;

const asset = (n: string) => `'BLD-' || lpad((${n})::text, 5, '0')`;

/**
 * Returns statements that insert one document per minute until now: a tenth for one asset, a hundredth for identifiers
 * that belong to no asset, and the rest spread evenly over the assets. The changes are only creations and are not in the
 * feed, which is not measured here. The administrator's account is older than every document.
 */
const fill = ({ assets, documents }: CockpitSize): readonly string[] => [
  "UPDATE app_user SET created_at = '2020-01-01'",
  `INSERT INTO asset (id, identifier, name, description, created_at, updated_at)
   SELECT gen_random_uuid(), ${asset("n")}, 'Building ' || n, 'Hofstraße ' || n || ', Zürich', now(), now()
   FROM generate_series(1, ${assets}) AS n`,
  `INSERT INTO asset_visit (user_id, asset_identifier, visited_at)
   SELECT app_user.id, identifier, now() - interval '1 day' FROM asset, app_user WHERE identifier LIKE '%7'`,
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
     file_size, file_content_type, file_verified_at, file_object_key)
   SELECT gen_random_uuid(), identifier, 'lease-' || n || '.pdf', status, t + interval '1 day', t, t,
     CASE WHEN has_file THEN 1000 END, CASE WHEN has_file THEN 'application/pdf' END,
     CASE WHEN has_file THEN t END, CASE WHEN has_file THEN 'reported/' || n END
   FROM generate_series(1, ${documents}) AS n,
     LATERAL (SELECT now() - n * interval '1 minute' AS t,
       CASE WHEN n % 100 = 0 THEN 'UNKNOWN-' || n % 7000 WHEN n % 10 = 1 THEN '${LARGEST_ASSET}'
         ELSE ${asset(`1 + n % ${assets}`)} END AS identifier,
       CASE WHEN n % 50 = 3 THEN ${uploadFailed} WHEN n % 20 = 7 THEN ${waitingForReview}
         ELSE ${approved} END AS status) AS attributes,
     LATERAL (SELECT status <> ${uploadFailed} AS has_file) AS file`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify)
   SELECT uuid, ${waitingForUpload}, 'bench', 'created', created_at, false, false
   FROM staged_document ORDER BY created_at`,
  "VACUUM ANALYZE asset, asset_visit, staged_document, status_change",
];

/** Writes assets and documents directly to the product's database, because the API would take minutes. */
export async function fillDatabase(databaseUrl: string, size: CockpitSize): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const text of fill(size)) await database.query(text);
  } finally {
    await database.end();
  }
}

/** Inserts documents without a file, each for a different identifier. */
export async function insertWaiting(
  pool: pg.Pool,
  prefix: string,
  count: number,
): Promise<{ uuid: string; assetIdentifier: string }[]> {
  const text = `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), $1 || n, n || '.txt', ${waitingForUpload}, now() + interval '1 day', now(), now()
FROM generate_series(1, $2::int) AS n
RETURNING uuid, asset_identifier AS "assetIdentifier"`;
  return (await pool.query<{ uuid: string; assetIdentifier: string }>(text, [prefix, count])).rows;
}
