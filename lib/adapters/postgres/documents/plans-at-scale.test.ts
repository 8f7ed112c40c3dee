import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { NUMBERING_STATEMENTS } from "../core/numbering";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
import { SWEEP_STATEMENTS } from "../upkeep/sweep-repository";
import { TIMELINE_STATEMENT } from "./document-timelines";
import { LIST_STATEMENTS } from "./staged-document-repository";
import { FEED_STATEMENTS } from "./status-feed-repository";

const DOCUMENT_COUNT = 100_000;

/**
 * One document per minute until now. The bytes of failed and deleted documents have been erased, except in the last
 * month.
 */
const FILL_DOCUMENTS = `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key, file_erased_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'BLD-' || n % 1000, 'a.pdf', status, t + interval '1 hour', t, t,
  CASE WHEN status NOT IN (1, 6) THEN 7 END, CASE WHEN status NOT IN (1, 6) THEN 'text/plain' END,
  CASE WHEN status NOT IN (1, 6) THEN t END, CASE WHEN status NOT IN (1, 6) THEN 'documents/' || n END,
  CASE WHEN status IN (6, 8) AND t < now() - interval '31 days' THEN t END
FROM generate_series(1, ${DOCUMENT_COUNT}) AS n,
  LATERAL (SELECT now() - (${DOCUMENT_COUNT} - n) * interval '1 minute' AS t) AS time,
  LATERAL (SELECT CASE WHEN n > ${DOCUMENT_COUNT} - 500 THEN 1 WHEN n % 25 = 0 THEN 6 WHEN n % 25 = 1 THEN 8
    WHEN n % 50 = 2 THEN 4 WHEN n % 50 = 3 THEN 2 ELSE 5 END AS status) AS life`;

const FILL_CHANGES = `
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify, sequence)
SELECT uuid, NULL, 1, 'test', 'created', created_at, true, false, row_number() OVER (ORDER BY uuid)
FROM staged_document`;

const FILL_EVENTS = `
INSERT INTO document_event (document_uuid, kind, actor, at, details)
SELECT uuid, 'moved', 'test', created_at, '{"from":"BLD-1","to":"BLD-2"}' FROM staged_document`;

const FILL_KEYS = `
INSERT INTO idempotency_key (api_key_id, key, request_hash, document_uuid, created_at)
SELECT uuid, 'key', '\\x00', uuid, created_at FROM staged_document`;

const PAGE_OF_UUIDS = Array.from({ length: 250 }, (_, index) => uuidAt(index * 400 + 1));
const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const NOW = new Date();
const LIST_PAGE = { at: new Date(0), uuid: NIL_UUID, limit: 101 };
const FIRST_PAGE = { by: NOW, at: new Date(0), uuid: NIL_UUID, limit: 100 };

const QUERIES: readonly (readonly [string, Statement])[] = [
  ["sweeper: awaited uploads", SWEEP_STATEMENTS.listAwaited(FIRST_PAGE)],
  ["sweeper: erasable files", SWEEP_STATEMENTS.listErasable(FIRST_PAGE)],
  ["sweeper: owners of a page of objects", SWEEP_STATEMENTS.findObjects({ uuids: PAGE_OF_UUIDS })],
  ["sweeper: a file is erased", SWEEP_STATEMENTS.eraseContent({ uuid: uuidAt(7), at: NOW })],
  [
    "sweeper: idempotency keys",
    SWEEP_STATEMENTS.removeIdempotencyKeys({ storedBy: NOW, limit: 1000 }),
  ],
  ["list: all", LIST_STATEMENTS.all(LIST_PAGE)],
  ["list: of an asset", LIST_STATEMENTS.ofAsset({ ...LIST_PAGE, assetIdentifier: "BLD-7" })],
  ["list: at a status", LIST_STATEMENTS.atStatus({ ...LIST_PAGE, status: 2 })],
  ["document page: all that happened", TIMELINE_STATEMENT({ uuid: uuidAt(7), entriesMax: 200 })],
  ["feed: does something wait", FEED_STATEMENTS.hasUnnumbered()],
  ["feed: numbering", NUMBERING_STATEMENTS.number({ countMax: 1000 })],
  ["feed: a page", FEED_STATEMENTS.read({ after: String(DOCUMENT_COUNT / 2), limit: 100 })],
];

describe(`with ${DOCUMENT_COUNT} documents and their changes`, () => {
  const pool = fillDatabase(createThrowawayDatabase, [
    FILL_DOCUMENTS,
    FILL_CHANGES,
    FILL_EVENTS,
    FILL_KEYS,
    "VACUUM ANALYZE staged_document, status_change, document_event, idempotency_key",
  ]);

  test.each(
    QUERIES.flatMap(([name, statement]) => PLAN_MODES.map((mode) => ({ name, statement, mode }))),
  )("$name, $mode: scans no table", async ({ statement, mode }) => {
    const plan = await planOf(pool(), mode, statement);
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Seq Scan");
  });

  test("a statement that scans the table fails this check", async () => {
    const text = "SELECT count(*) FROM staged_document WHERE name = $1";
    const plan = await planOf(pool(), "force_custom_plan", { text, values: ["a.pdf"] });
    expect(plan).toMatch(/Seq Scan on staged_document/);
  });
});

function uuidAt(n: number): string {
  const hex = n.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
