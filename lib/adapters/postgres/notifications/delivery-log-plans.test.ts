import { describe, expect, test } from "vitest";
import type { DeliveryLogFilter } from "@/lib/notifications/log-ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { createDeliveryLog, deliveryLogQuery } from "./delivery-log";

const COUNT = 100_000;
const DOCUMENT = "00000000-0000-0000-0000-000000000007";
const NO_FILTER: DeliveryLogFilter = {
  state: null,
  documentUuid: null,
  createdFrom: null,
  createdTo: null,
  text: null,
};
const PAGE = { after: null, limit: 26 };

/**
 * One notification per second, each for one document. Half of all documents belong to one asset, and one in a thousand
 * contains `meier`. Every name contains `report` and two of many other words, as real names do, because PostgreSQL's word
 * statistics depend on that.
 */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT lpad(n::text, 32, '0')::uuid, CASE WHEN n % 2 = 0 THEN 'LARGE' ELSE 'BLD-' || n % 1000 END, 'report ' || n, 1, t, t, t
   FROM generate_series(1, ${COUNT}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  `INSERT INTO document_search (document_uuid, name, "values", content)
   SELECT uuid, array_to_tsvector(ARRAY['report', n::text, 'topic' || n % 200, 'place' || n % 301]
     || CASE WHEN n % 1000 = 777 THEN ARRAY['meier'] ELSE '{}' END), ''::tsvector, ''::tsvector
   FROM staged_document, LATERAL (SELECT split_part(name, ' ', 2)::int AS n) AS number`,
  `INSERT INTO asset (id, identifier, name, created_at, updated_at)
   SELECT gen_random_uuid(), 'BLD-' || n, 'House ' || n, now(), now() FROM generate_series(0, 9999) AS n`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, created_at, settled_at)
   SELECT uuid, '[]', 1, 'delivered', created_at, created_at, created_at FROM staged_document`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, total_ms)
   SELECT id, 1, 1, 'schedule', created_at, 'https://example.com/', '{}', 200, 1 FROM notification`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT id, 1, 'test', 'created', created_at, true, true, row_number() OVER (ORDER BY id), id FROM notification`,
  "VACUUM ANALYZE staged_document, document_search, asset, notification, delivery_attempt, status_change",
];

describe(`the delivery log of ${COUNT} notifications`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);
  const planFor = (
    filter: Partial<DeliveryLogFilter>,
    mode: (typeof PLAN_MODES)[number],
    randomPageCost?: number,
  ) => {
    const statement = deliveryLogQuery({ ...NO_FILTER, ...filter }, PAGE);
    return planOf(pool(), mode, statement, randomPageCost);
  };
  const list = (filter: Partial<DeliveryLogFilter>) =>
    createDeliveryLog(pool())
      .list({ ...NO_FILTER, ...filter }, PAGE)
      .then(({ entries }) => entries);

  test.each(
    PLAN_MODES.flatMap((mode) => [
      { mode, filter: {} },
      { mode, filter: { state: "delivered" } as const },
      { mode, filter: { documentUuid: DOCUMENT } },
    ]),
  )("a page of $filter, $mode: scans no table", async ({ mode, filter }) => {
    expect(await planFor(filter, mode)).not.toContain("Seq Scan");
  });

  test.each(["meier", "report", "4711", "LARGE", "BLD-7", "House", "nothing at all", DOCUMENT])(
    "a search for %s scans only the assets if a disk has no seek times",
    async (text) => {
      // With the default of 4, looking up 400 expected rows costs as much as a scan of 100,000 documents, so the planner
      // may choose either.
      const plan = await planFor({ text }, "force_custom_plan", 1.1);
      expect(plan).not.toMatch(/Seq Scan on (?!asset\b)/);
    },
  );

  test("the newest notifications are listed first, even for frequent words", async () => {
    for (const text of ["report", "LARGE"]) {
      const [newest] = await list({ text });
      expect(newest?.documents, text).toMatchObject([{ name: `report ${COUNT}` }]);
    }
    expect(await list({ text: "meier" })).toHaveLength(26);
  });
});
