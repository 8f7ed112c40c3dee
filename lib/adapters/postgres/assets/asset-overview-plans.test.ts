import { describe, expect, test } from "vitest";
import { ASSET_ORDERS } from "@/lib/assets/ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
import { ASSET_OVERVIEW_STATEMENTS } from "./asset-overviews";

const DOCUMENT_COUNT = 100_000;
const ASSET_COUNT = 3_000;
const USER_ID = "00000000-0000-7000-8000-00000000000a";
const LONG_AGO = new Date(0);

const asset = (n: string) => `'BLD-' || lpad((${n})::text, 5, '0')`;

/**
 * One document per minute until now. Half of them belong to one asset, and one in a hundred has an identifier without an
 * asset.
 */
const FILL = [
  `INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
   SELECT lpad(n::text, 32, '0')::uuid, ${asset("n")}, 'Hof', 'Zürich', 'Region ' || n % 10 || '/Ort ' || n % 500, now(), now()
   FROM generate_series(1, ${ASSET_COUNT}) AS n`,
  `INSERT INTO asset_visit (user_id, asset_identifier, visited_at)
   SELECT '${USER_ID}', identifier, now() - interval '1 day' FROM asset WHERE identifier LIKE '%7'`,
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT lpad(n::text, 32, '0')::uuid, identifier, 'a.pdf', CASE WHEN n % 1000 = 5 THEN 1 ELSE 6 END, t, t, t
   FROM generate_series(1, ${DOCUMENT_COUNT}) AS n,
     LATERAL (SELECT now() - n * interval '1 minute' AS t,
       CASE WHEN n % 100 = 0 THEN 'UNKNOWN-' || n % 7000 WHEN n % 2 = 0 THEN ${asset("1")}
         ELSE ${asset(`1 + n % ${ASSET_COUNT}`)} END AS identifier) AS made`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify)
   SELECT uuid, 1, CASE WHEN status = 1 THEN 'reviewer:' ELSE 'administrator:' END || '${USER_ID}', 'created', created_at, true, false FROM staged_document`,
  "VACUUM ANALYZE asset, asset_visit, staged_document, status_change",
];

const VIEWER = { userId: USER_ID, since: LONG_AGO };
const NO_FILTER = {
  ...VIEWER,
  isArchived: false,
  pattern: null,
  status: null,
  isNew: false,
  folder: null,
  limit: 60,
  offset: 0,
};
const EVERY_FILTER = {
  ...NO_FILTER,
  pattern: "%hof%",
  status: 1,
  isNew: true,
  folder: "Region 1",
};
const IN_FOLDER = { ...NO_FILTER, folder: "Region 1/Ort 1" };
const TRAY = { after: "", pattern: null, limit: 20 };
const { list, findByIdentifier, documentsAt, listUnassigned, noteVisit } =
  ASSET_OVERVIEW_STATEMENTS;

const QUERIES: readonly (readonly [string, Statement])[] = [
  ...ASSET_ORDERS.flatMap((order): [string, Statement][] => [
    [`tiles by ${order}`, list[order](NO_FILTER)],
    [`tiles by ${order}, filtered`, list[order](EVERY_FILTER)],
    [`tiles by ${order}, in a folder`, list[order](IN_FOLDER)],
  ]),
  ["one tile", findByIdentifier({ ...VIEWER, identifier: "BLD-00007" })],
  ["documents at a small identifier", documentsAt({ identifier: "UNKNOWN-700" })],
  ["the Unassigned tray", listUnassigned(TRAY)],
  ["the Unassigned tray, searched", listUnassigned({ ...TRAY, after: "A", pattern: "%x%" })],
  ["a visit", noteVisit({ userId: USER_ID, identifier: "BLD-00007", at: new Date() })],
];

describe(`with ${DOCUMENT_COUNT} documents and ${ASSET_COUNT} assets`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    QUERIES.flatMap(([name, statement]) => PLAN_MODES.map((mode) => ({ name, statement, mode }))),
  )("$name, $mode: finds documents and their history by index, without a scan", async (example) => {
    const plan = await planOf(pool(), example.mode, example.statement);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (staged_document|status_change)/);
    expect(plan).not.toMatch(/Hash (Semi|Anti|Right)/);
    // Comparing every asset with every visit would take 150 ms with this many rows.
    expect(plan).not.toMatch(/Join Filter: .*visit/);
    // Reads only a few rows with counts, regardless of the number of documents (decision 0046).
    if (example.name !== "a visit") expect(plan).toContain("asset_document_count");
  });

  test("a statement that scans the table fails this check", async () => {
    const text = "SELECT count(*) FROM staged_document WHERE name = $1";
    const plan = await planOf(pool(), "force_custom_plan", { text, values: ["a.pdf"] });
    expect(plan).toMatch(/Seq Scan on staged_document/);
  });
});
