import pg from "pg";
import { FIND_INDEXES } from "@/lib/adapters/postgres/core/plan-of.fixture";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { migrate } from "@/prisma/migrate";
import { makeFolder, startPostgres } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import { timed } from "../report/times";

/** The number of documents in the small database, which the large database is compared with. */
const SMALL_DOCUMENTS = 10_000;

/** Starts a durable PostgreSQL with three migrated databases: an empty one, a small one and a large one. */
export async function startDatabases(
  size: LargeSize,
  { signal, say, addEnding }: BenchSurroundings,
) {
  const { url, version } = await startPostgres(await makeFolder(addEnding), "bench", addEnding);
  const emptyUrl = await createDatabase(url, "bench_empty");
  const smallUrl = await createDatabase(url, "bench_small");
  await fillDatabase(smallUrl, { ...size, documents: SMALL_DOCUMENTS }, { signal });
  const largeUrl = await createDatabase(url, "bench_large");
  say(`Inserting ${size.documents.toLocaleString("en")} documents and their changes…`);
  const ms = await timed(() => fillDatabase(largeUrl, size, { signal }));
  /** The content of the large database, in one sentence. */
  const description = await describe(largeUrl, Math.round(ms / 1000));
  say(description);
  return { emptyUrl, smallUrl, largeUrl, postgresVersion: version, description };
}

/** The filled databases. */
export type Databases = Awaited<ReturnType<typeof startDatabases>>;

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

async function describe(databaseUrl: string, seconds: number): Promise<string> {
  const { documents, changes, notifications, attempts, bytes } = await describeSize(databaseUrl);
  const [some, moves, sent, tries] = [documents, changes, notifications, attempts].map((count) =>
    count.toLocaleString("en"),
  );
  const gigabytes = (bytes / 1e9).toFixed(1);
  return (
    `${some} documents, ${moves} changes, ${sent} notifications and ${tries} attempts, ` +
    `${gigabytes} GB on disk, inserted in ${seconds} s.`
  );
}

/**
 * The settings of the one connection that fills the database: more memory for sorts, no waiting for the disk, and no
 * foreign key checks.
 */
const SETTINGS = `
SET synchronous_commit = off; SET work_mem = '768MB'; SET maintenance_work_mem = '768MB';
SET max_parallel_workers_per_gather = 0; SET max_parallel_maintenance_workers = 0; SET jit = off;
SET session_replication_role = replica`;

/**
 * Inserts rows directly into a migrated, empty database, because creating a million documents through the API would take
 * hours.
 * @param options.signal stops the insertion between two statements
 */
export async function fillDatabase(
  databaseUrl: string,
  size: LargeSize,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SETTINGS);
    const { rows } = await client.query<{ definition: string; name: string }>(FIND_INDEXES);
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
    for (const text of [...fillStatements(size), ...rows.map(({ definition }) => definition)]) {
      signal.throwIfAborted();
      await client.query(text);
    }
    await client.query("VACUUM (ANALYZE, FREEZE)");
  } finally {
    await client.end();
  }
}

/** Counts the rows, and measures the disk space they take. */
async function describeSize(databaseUrl: string): Promise<{
  readonly documents: number;
  readonly changes: number;
  readonly notifications: number;
  readonly attempts: number;
  readonly bytes: number;
}> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = (table: string) => `(SELECT count(*)::int FROM ${table})`;
    const { rows } = await client.query(`
SELECT ${count("staged_document")} AS documents, ${count("status_change")} AS changes,
  ${count("notification")} AS notifications, ${count("delivery_attempt")} AS attempts,
  pg_database_size(current_database())::float8 AS bytes`);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** The amount of data in a filled database. */
export interface LargeSize {
  readonly documents: number;
  readonly assets: number;
}

/**
 * The asset that holds a tenth of all documents, and two assets that hold a hundredth each. All documents of the last one
 * are approved.
 */
export const LARGEST_ASSET = "BLD-00001";
export const MEDIUM_ASSET = "BLD-00002";
export const APPROVED_ASSET = "BLD-00003";

/** The administrator whose cockpit is measured. */
export const VIEWER_ID = "00000000-0000-7000-8000-00000000000a";

/** The API key that created the documents. */
const API_KEY_ID = "00000000-0000-7000-8000-00000000000b";

/** The number of changes in a past notification. */
const ITEMS = 10;
/** How many of the newest listed changes are not numbered yet, are not frozen yet, or are in pending notifications. */
const UNNUMBERED = 20;
const UNFROZEN = 200;
const PENDING = 8 * ITEMS;

const { waitingForUpload, uploadSuccessful, processing, waitingForReview } = STATUS;
const { approved, uploadFailed, deleted } = STATUS;

const asset = (n: string) => `'BLD-' || lpad((${n})::text, 5, '0')`;

/** Returns SQL for a version 7 UUID with this time and number. */
const uuidOf = (at: string, n: string, kind: string) => `(
  lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(${n}% 4096), 3, '0')
    || '${kind}' || lpad(to_hex(${n}), 15, '0'))::uuid`;

const FILL_ASSETS = ({ assets }: LargeSize) => [
  `INSERT INTO app_user (id, email, name, password_hash, created_at, password_changed_at)
SELECT '${VIEWER_ID}', 'viewer@example.com', 'Viewer', 'none', now() - interval '3 years', now()`,
  `INSERT INTO asset (id, identifier, name, description, created_at, updated_at)
SELECT ${uuidOf("t", "n", "8")}, ${asset("n")}, 'Building ' || n, 'Hofstraße ' || n || ', Zürich', t, t
FROM generate_series(1, ${assets}) AS n, LATERAL (SELECT now() - interval '3 years' + n * interval '1 minute' AS t) AS time`,
  // The viewer visited nine of ten assets yesterday and has never visited the others.
  `INSERT INTO asset_visit (user_id, asset_identifier, visited_at)
SELECT '${VIEWER_ID}', identifier, now() - interval '1 day' FROM asset WHERE identifier NOT LIKE '%7'`,
  "INSERT INTO webhook_configuration (id, url, updated_at) VALUES (1, 'https://dms.example.com/hook', now())",
];

/** The share of documents with each status, in thousandths, regardless of age; all other documents are approved. */
const SHARES: readonly (readonly [Status, number])[] = [
  [waitingForUpload, 15],
  [uploadSuccessful, 20],
  [processing, 15],
  [waitingForReview, 40],
  [uploadFailed, 40],
  [deleted, 60],
];

/** Returns SQL that maps a number below 1,000 to a status. */
const statusOf = (die: string) => {
  let below = 0;
  const cases = SHARES.map(([status, share]) => {
    below += share;
    return `WHEN ${die} < ${below} THEN ${status}`;
  });
  return `CASE ${cases.join(" ")} ELSE ${approved} END`;
};

/** Returns SQL for a number below `sides` that looks random and is the same in every run. */
const die = (salt: number, sides: number) => `(hashint4(n + ${salt})::bigint & 1048575) % ${sides}`;

/**
 * Inserts documents spread evenly over two years, a hundredth of them for identifiers that belong to no asset. The viewer
 * dropped a twentieth of them into the cockpit; an external system created the others.
 */
const FILL_DOCUMENTS = ({ documents, assets }: LargeSize) => [
  `CREATE UNLOGGED TABLE bench_document AS
SELECT n, ${uuidOf("t", "n", "9")} AS uuid, identifier, t, status, length, is_dropped,
  t + (length - 1) * interval '7 minutes' AS updated_at
FROM generate_series(1, ${documents}) AS n,
  LATERAL (SELECT now() - interval '3 hours' - (${documents} - n) * (interval '2 years' / ${documents}) AS t,
    CASE WHEN place < 10 THEN 'UNKNOWN-' || n % 70 WHEN place < 110 THEN '${LARGEST_ASSET}'
      WHEN place < 120 THEN '${MEDIUM_ASSET}' WHEN place < 130 THEN '${APPROVED_ASSET}'
      ELSE ${asset(`4 + ${die(1, 1_000_000)}% (${assets} - 3)`)} END AS identifier,
    CASE WHEN place BETWEEN 120 AND 129 THEN ${approved} ELSE ${statusOf(die(2, 1000))} END AS status,
    ${die(3, 20)} = 0 AS is_dropped
    FROM (SELECT ${die(4, 1000)} AS place) AS places) AS attributes,
  LATERAL (SELECT 2 * (2 + (n % 5 <> 0)::int) AS again) AS loops,
  LATERAL (SELECT CASE status WHEN ${waitingForUpload} THEN 1 WHEN ${uploadSuccessful} THEN 2 WHEN ${uploadFailed} THEN 2
    WHEN ${processing} THEN 3 + again WHEN ${waitingForReview} THEN 4 + again ELSE 5 + again END AS length) AS life`,
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_sha256, file_verified_at, file_object_key, file_version_id, file_erased_at)
SELECT uuid, identifier, 'lease-' || lpad(n::text, greatest(7, length(n::text)), '0') || '.pdf', status, t + interval '1 hour', t, updated_at,
  CASE WHEN has_file THEN 1000 + n END, CASE WHEN has_file THEN 'application/pdf' END,
  CASE WHEN has_file THEN md5(n::text) || md5(uuid::text) END, CASE WHEN has_file THEN t + interval '7 minutes' END,
  CASE WHEN has_file THEN 'staged/' || uuid END, CASE WHEN has_file THEN md5(n::text) END,
  CASE WHEN status IN (${uploadFailed}, ${deleted}) AND updated_at < now() - interval '31 days' THEN updated_at + interval '30 days' END
FROM bench_document, LATERAL (SELECT status NOT IN (${waitingForUpload}, ${uploadFailed}) AS has_file) AS file
ORDER BY n`,
  `INSERT INTO idempotency_key (api_key_id, key, request_hash, document_uuid, created_at)
SELECT '${API_KEY_ID}', md5(n::text), '\\x00', uuid, t FROM bench_document WHERE t > now() - interval '2 days'`,
];

/** Inserts the changes of all documents in chronological order, with the numbers that commits would have given them. */
const FILL_CHANGES = [
  `CREATE UNLOGGED TABLE bench_change AS
SELECT row_number() OVER in_order AS id, sum(listed::int) OVER in_order AS sequence, uuid, from_status, to_status, at, listed, is_dropped
FROM bench_document, generate_series(1, length) AS turn,
  LATERAL (SELECT t + (turn - 1) * interval '7 minutes' AS at,
    (CASE WHEN turn = 1 THEN NULL WHEN turn = 2 THEN ${waitingForUpload} WHEN turn = 3 THEN ${uploadSuccessful}
      WHEN turn % 2 = 0 THEN ${processing} ELSE ${waitingForReview} END)::smallint AS from_status,
    (CASE WHEN turn = length THEN status WHEN turn = 1 THEN ${waitingForUpload} WHEN turn = 2 THEN ${uploadSuccessful}
      WHEN turn % 2 = 1 THEN ${processing} ELSE ${waitingForReview} END)::smallint AS to_status) AS move,
  LATERAL (SELECT to_status <> ${processing} AS listed) AS flag
WINDOW in_order AS (ORDER BY at, n ROWS UNBOUNDED PRECEDING)`,
  "CREATE UNLOGGED TABLE bench_last AS SELECT max(sequence) AS sequence, max(id) AS id FROM bench_change",
  `INSERT INTO notification (id, body, item_count, state, generation_at, series_started_at, attempts, next_attempt_at,
  next_cause, planned_at, oldest_change_at, created_at, settled_at)
SELECT ${uuidOf("at", "number", "a")}, body, item_count, state, at, at,
  CASE WHEN is_pending OR number % 20 = 0 THEN 2 WHEN state = 'undelivered' THEN 13 ELSE 1 END,
  CASE WHEN is_pending THEN now() + interval '1 hour' END, CASE WHEN is_pending THEN 'schedule' END, NULL,
  at, at, CASE WHEN NOT is_pending THEN at + interval '1 second' END
FROM (
  SELECT (bench_change.sequence - 1) / ${ITEMS} AS number, min(at) AS at, count(*) AS item_count,
    convert_to('[' || string_agg('{"uuid":"' || uuid || '","url":"https://stagedoor.example.com/external-api/staged-documents/'
      || uuid || '","currentStatus":' || to_status || ',"previousStatus":' || COALESCE(from_status::text, 'null') || '}', ',')
      || ']', 'UTF8') AS body,
    (bench_change.sequence - 1) / ${ITEMS} >= (max(bench_last.sequence) - ${UNFROZEN + UNNUMBERED + PENDING}) / ${ITEMS} AS is_pending
  FROM bench_change, bench_last
  WHERE listed AND bench_change.sequence <= bench_last.sequence / ${ITEMS} * ${ITEMS} - ${UNFROZEN + UNNUMBERED}
  GROUP BY 1
) AS batch, LATERAL (SELECT CASE WHEN is_pending THEN 'pending' WHEN number % 500 = 0 THEN 'undelivered'
  ELSE 'delivered' END AS state) AS outcome
ORDER BY number`,
  "CREATE UNLOGGED TABLE bench_notification AS SELECT id, row_number() OVER (ORDER BY created_at, id) - 1 AS number FROM notification",
  `INSERT INTO status_change (id, document_uuid, from_status, to_status, actor, reason, at, listed, notify, sequence, notification_id, request_id)
SELECT bench_change.id, uuid, from_status, to_status,
  CASE WHEN to_status IN (${processing}, ${waitingForReview}) AND from_status IS DISTINCT FROM ${waitingForReview} THEN 'processor'
    WHEN is_dropped AND from_status IS NULL THEN 'administrator:${VIEWER_ID}' WHEN from_status = ${waitingForReview} THEN 'administrator:${VIEWER_ID}' ELSE 'api-key:${API_KEY_ID}' END,
  CASE WHEN from_status IS NULL THEN 'created' ELSE 'reported' END, at, listed, listed,
  CASE WHEN listed AND bench_change.sequence <= bench_last.sequence - ${UNNUMBERED} THEN bench_change.sequence END,
  CASE WHEN listed THEN bench_notification.id END,
  CASE WHEN from_status IS NULL OR from_status < ${processing} THEN ${uuidOf("at", "bench_change.id", "b")} END
FROM bench_last, bench_change LEFT JOIN bench_notification ON bench_notification.number = (bench_change.sequence - 1) / ${ITEMS}
ORDER BY bench_change.id`,
  "SELECT setval('status_change_id_seq', (SELECT id FROM bench_last))",
];

/** Most notifications needed one attempt, a twentieth needed two, and undelivered notifications have had thirteen. */
const FILL_ATTEMPTS = `
INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, failure_code,
  answer_headers, answer_body, first_byte_ms, total_ms, address, port, tls_version)
SELECT id, 1, n, 'schedule', created_at + n * interval '1 second', 'https://dms.example.com/hook',
  jsonb_build_object('content-type', 'application/json', 'webhook-id', 'msg_' || id, 'webhook-timestamp', '1763000000',
    'webhook-signature', 'v1,' || md5(id::text) || md5(created_at::text)),
  CASE WHEN state = 'delivered' AND n = attempts THEN 200 ELSE 503 END, NULL,
  '{"content-type":"text/plain","date":"Sun, 22 Nov 2026 10:00:00 GMT"}', 'ok', 12, 14, '203.0.113.7', 443, 'TLSv1.3'
FROM notification, generate_series(1, attempts) AS n
ORDER BY created_at, id, n`;

/** Returns every statement that fills a migrated, empty database, in order. */
const fillStatements = (size: LargeSize): readonly string[] => [
  ...FILL_ASSETS(size),
  ...FILL_DOCUMENTS(size),
  ...FILL_CHANGES,
  FILL_ATTEMPTS,
  // The triggers were off, so the documents are counted and made searchable here.
  "SELECT recount_asset_documents()",
  `INSERT INTO document_search (document_uuid, name, "values", content)
SELECT uuid, search_name(name), '', '' FROM staged_document`,
  `INSERT INTO document_name_parts (document_uuid, parts)
SELECT uuid, search_parts(asset_identifier, name) FROM staged_document`,
  "DROP TABLE bench_document, bench_change, bench_last, bench_notification",
];
