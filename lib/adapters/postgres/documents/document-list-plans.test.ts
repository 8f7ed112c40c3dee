import type pg from "pg";
import { describe, expect, test, vi } from "vitest";
import {
  DOCUMENT_ORDERS,
  type DocumentListFilter,
  type DocumentListPosition,
  NO_DOCUMENT_LIST_FILTER,
} from "@/lib/documents/list-ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { createDocumentLists } from "./document-lists";

const DOCUMENTS = 100_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const USER = "019cbc00-0000-7000-8000-0000000000aa";

/**
 * A document per second. Half of them belong to one asset, and every other asset has a hundred. Most uploads failed; a
 * twentieth of the documents are classified, and a few are rare in each respect.
 */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, folder, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key, file_sha256, classification)
SELECT (lpad(to_hex(${START} + n * 1000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
  CASE WHEN n % 2 = 0 THEN 'ALL' ELSE 'BLD-' || n % 1000 END,
  CASE WHEN n % 25000 = 77 THEN 'lost lease.pdf' ELSE 'scan ' || n % 7 || '.pdf' END, CASE WHEN n % 3 = 0 THEN 'Inbox' END,
  CASE WHEN n % 5000 = 0 THEN 4 WHEN n % 20 = 1 THEN 5 WHEN n > ${DOCUMENTS} - 2000 THEN 1 ELSE 6 END, t, t, t,
  CASE WHEN has_file THEN 7 END, CASE WHEN has_file THEN 'a/b' END, CASE WHEN has_file THEN t END,
  CASE WHEN has_file THEN 'documents/' || n END,
  CASE WHEN has_file THEN encode(sha256(convert_to((n % 30000)::text, 'UTF8')), 'hex') END,
  CASE WHEN has_file THEN jsonb_build_object('documentClass', CASE WHEN n % 5000 = 0 THEN 'rare' ELSE 'invoice' END,
    'score', 1, 'language', null, 'pages', 1, 'processor', 'test', 'fields', '[]'::jsonb, 'findings',
    jsonb_build_array(jsonb_build_object('code', CASE WHEN n % 5000 = 0 THEN 'rare' ELSE 'often' END, 'parameters', '{}'::jsonb))) END
FROM generate_series(1, ${DOCUMENTS}) AS n,
  LATERAL (SELECT timestamptz '2026-01-01 00:00:00Z' + n * interval '1 s' AS t, n % 20 = 1 OR n % 5000 = 0 AS has_file) AS of`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify)
SELECT uuid, 1, CASE WHEN status = 4 THEN 'reviewer:${USER}' ELSE 'api-key:1' END, 'created', created_at, false, false
FROM staged_document`,
  `INSERT INTO document_name_parts (document_uuid, parts)
SELECT uuid, search_parts(asset_identifier, name) || search_parts(asset_identifier, folder) FROM staged_document`,
  `INSERT INTO document_search (document_uuid, name, "values", content)
SELECT uuid, search_name(name), '', CASE WHEN status = 4 THEN array_to_tsvector('{heizung,keller}') ELSE array_to_tsvector('{seite}') END
FROM staged_document`,
  "VACUUM ANALYZE staged_document, document_name_parts, document_search, status_change",
];

const NO_FILTER: DocumentListFilter = {
  ...NO_DOCUMENT_LIST_FILTER,
  statuses: [1, 2, 3, 4, 5],
};
const at = (seconds: number) => new Date(START + seconds * 1000);

const FILTERS: readonly (readonly [string, Partial<DocumentListFilter>])[] = [
  ["nothing", {}],
  ["every status", { statuses: null }],
  ["a frequent status", { statuses: [6] }],
  ["frequent statuses", { statuses: [1, 5, 6] }],
  ["a rare status", { statuses: [4] }],
  ["a status that no document has", { statuses: [3] }],
  ["the largest asset", { assetIdentifier: "ALL", statuses: null }],
  ["a small asset", { assetIdentifier: "BLD-7", statuses: null }],
  ["an unknown asset", { assetIdentifier: "none" }],
  ["asset and status", { assetIdentifier: "ALL", statuses: [4] }],
  ["a frequent class", { documentClass: "invoice" }],
  ["a rare class", { documentClass: "rare" }],
  ["a frequent finding", { finding: "often" }],
  ["a rare finding", { finding: "rare" }],
  ["an unknown finding", { finding: "none" }],
  ["a rare uploader", { uploader: USER }],
  ["API keys", { uploader: "api" }],
  ["duplicates", { isDuplicate: true }],
  ["an old, short period", { createdFrom: at(40_000), createdTo: at(41_000), statuses: null }],
  ["a long period", { createdTo: at(50_000) }],
  ["a letter", { text: "s" }],
  ["letters that nothing has", { text: "xq" }],
  ["a frequent part of names", { text: "can", statuses: null }],
  ["a rare part of names", { text: "ost lea", statuses: null }],
  ["a frequent word", { text: "seite" }],
  ["a rare word", { text: "heizung" }],
  ["an unknown word", { text: "unbekannt" }],
  ["a rare text in the largest asset", { text: "ost lea", assetIdentifier: "ALL", statuses: null }],
  ["frequent conditions that exclude each other", { documentClass: "invoice", statuses: [6] }],
  [
    "everything",
    {
      text: "keller",
      documentClass: "rare",
      finding: "rare",
      uploader: USER,
      assetIdentifier: "ALL",
      statuses: [4],
      createdFrom: at(0),
    },
  ],
];

/** More than any statement reads, and a third of what reading the table would. */
const ROWS_MAX = 30_000;

describe(`with ${DOCUMENTS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    DOCUMENT_ORDERS.flatMap((by) => FILTERS.map(([name, filter]) => ({ name, by, filter }))),
  )(
    "a list by $by filtered by $name scans no table and reads a bounded number of rows",
    async ({ by, filter }) => {
      const asked = vi.spyOn(pool(), "query");
      const page = { after: null as DocumentListPosition | null, limit: 50 };
      const order = { by, isDescending: by !== "name" };
      const lists = createDocumentLists(pool());
      const first = await lists.list({ ...NO_FILTER, ...filter }, order, page);
      if (first.nextAfter) {
        await lists.list({ ...NO_FILTER, ...filter }, order, { ...page, after: first.nextAfter });
      }
      await lists.count({ ...NO_FILTER, ...filter });
      const statements = asked.mock.calls.map(
        ([statement]) => statement as unknown as pg.QueryConfig,
      );
      asked.mockRestore();
      for (const statement of statements) await expectBounded(pool(), statement);
    },
  );

  test("a list without its first 2000 documents fills its page with one statement, which reads past them once", async () => {
    const { rows } = await pool().query(
      "SELECT uuid FROM staged_document WHERE status = 6 ORDER BY updated_at, uuid LIMIT 2050",
    );
    const uuids: string[] = rows.map(({ uuid }) => uuid);
    const asked = vi.spyOn(pool(), "query");
    const { items } = await createDocumentLists(pool()).list(
      { ...NO_FILTER, statuses: [6] },
      { by: "updated", isDescending: false },
      { after: null, limit: 50, except: uuids.slice(0, 2000) },
    );
    const statements = asked.mock.calls.map(
      ([statement]) => statement as unknown as pg.QueryConfig,
    );
    asked.mockRestore();
    expect(items.map(({ uuid }) => uuid)).toEqual(uuids.slice(2000));
    expect(statements).toHaveLength(1);
    for (const statement of statements) await expectBounded(pool(), statement, 5_000);
  });

  test.each([
    ["word", { text: "seite" }],
    ["part of names", { text: "can" }],
  ])("a count by a frequent %s does not ask a GIN index for all of them", async (_, filter) => {
    const asked = vi.spyOn(pool(), "query");
    await createDocumentLists(pool()).count({ ...NO_FILTER, ...filter });
    const [statement] = asked.mock.calls[0] ?? [];
    asked.mockRestore();
    const plans = await plansOf(pool(), statement as unknown as pg.QueryConfig);
    const named = plans.filter((plan) => plan["Node Type"] === "Bitmap Index Scan");
    expect(named.reduce((sum, plan) => sum + plan["Actual Rows"], 0)).toBeLessThan(20_000);
  });

  test("a statement that reads the table fails this check", async () => {
    const text = "SELECT count(*) FROM staged_document WHERE folder = $1";
    const expectation = expectBounded(pool(), { text, values: ["Inbox"] });
    await expect(expectation).rejects.toThrow();
  });

  test("classes are listed by reading one entry for each", async () => {
    const asked = vi.spyOn(pool(), "query");
    expect(await createDocumentLists(pool()).listClasses(10)).toEqual(["invoice", "rare"]);
    const [statement] = asked.mock.calls[0] ?? [];
    asked.mockRestore();
    await expectBounded(pool(), statement as unknown as pg.QueryConfig);
  });
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

async function plansOf(pool: pg.Pool, { text, values = [] }: pg.QueryConfig) {
  const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
  const { rows } = await pool.query(explained, [...values]);
  return flatten(rows[0]["QUERY PLAN"][0].Plan);
}

async function expectBounded(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  rowsMax = ROWS_MAX,
): Promise<void> {
  const plans = await plansOf(pool, statement);
  const big = ["staged_document", "document_search", "document_name_parts", "status_change"];
  const scans = plans.filter((plan) => big.includes(plan["Relation Name"] ?? ""));
  expect(scans.filter((plan) => plan["Node Type"] === "Seq Scan")).toEqual([]);
  const read = scans.reduce(
    (sum, plan) =>
      sum + (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"],
    0,
  );
  expect(read).toBeLessThan(rowsMax);
}

const flatten = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
