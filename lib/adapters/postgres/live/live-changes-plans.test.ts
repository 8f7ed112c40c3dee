import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { LAST_ID, LIVE_STATEMENTS } from "./live-changes";

const ROWS = 100_000;
const TIME = `LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`;
const FILL = [
  `INSERT INTO asset (id, identifier, name, created_at, updated_at)
SELECT gen_random_uuid(), 'BLD-' || n, 'a', t, t FROM generate_series(1, ${ROWS / 10}) AS n, ${TIME}`,
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), 'BLD-' || n % 1000, 'a.pdf', 1, t, t, t FROM generate_series(1, ${ROWS}) AS n, ${TIME}`,
  `INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
SELECT uuid, NULL, 1, 'test', 'created', created_at, true, false FROM staged_document`,
  `INSERT INTO notification (id, body, item_count, state, created_at, generation_at, settled_at)
SELECT gen_random_uuid(), '', 1, 'delivered', t, t, t FROM generate_series(1, ${ROWS}) AS n, ${TIME}`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, is_answer_truncated, total_ms)
SELECT id, 1, 1, 'schedule', created_at, 'https://a', '{}', 200, false, 1 FROM notification`,
  `INSERT INTO document_event (document_uuid, kind, actor, at, details)
SELECT uuid, 'moved', 'test', created_at, '{}' FROM staged_document LIMIT ${ROWS / 10}`,
  `INSERT INTO audit_entry (at, actor, action, subject)
SELECT t, 'administrator:7', 'asset-changed', CASE WHEN n % 100 = 0 THEN 'asset:' || n ELSE 'user:7' END
FROM generate_series(1, ${ROWS}) AS n, ${TIME}`,
  "VACUUM ANALYZE",
];

describe(`query plans with ${ROWS} documents and notifications`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  describe.each(PLAN_MODES)("%s", (mode) => {
    const ranges: readonly (readonly [string, number[]])[] = [
      ["after the last id", [ROWS + 1]],
      ["that is far behind", [1]],
      ["with many gaps", Array.from({ length: 300 }, (_, index) => index * 7)],
    ];

    test.each(ranges)("a check %s reads only indexes", async (_, firsts) => {
      const lasts = firsts.map((first, index) => (index === firsts.length - 1 ? LAST_ID : first));
      const look = LIVE_STATEMENTS.look({ firsts: firsts.map(String), lasts: lasts.map(String) });
      const plan = await planOf(pool(), mode, look);
      expect(withoutReceiver(plan)).not.toMatch(/Seq Scan|Hash Join|Bitmap/);
    });

    test("the first check reads only the newest ids", async () => {
      const plan = await planOf(pool(), mode, LIVE_STATEMENTS.begin());
      expect(withoutReceiver(plan)).not.toMatch(/Seq Scan|Hash Join|Bitmap/);
    });
  });
});

/** The receiver is a single row, which PostgreSQL reads without an index. */
const withoutReceiver = (plan: string) => plan.replaceAll("Seq Scan on webhook_configuration", "");
