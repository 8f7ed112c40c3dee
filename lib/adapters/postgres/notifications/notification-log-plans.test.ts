import type pg from "pg";
import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NotificationFilter } from "@/lib/notifications/log-ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { auditParameter } from "../core/audit-statement";
import { fillDatabase } from "../core/fill-database.fixture";
import { NIL_UUID, type Statement } from "../core/query";
import { DOCUMENT_DELIVERIES_STATEMENT } from "./document-deliveries";
import { listQuery } from "./notification-log";
import { NOTIFICATION_LOG_STATEMENTS } from "./notification-log-statements";

const COUNT = 100_000;
const DOCUMENT = "00000000-0000-0000-0000-000000000007";
const FROM = new Date("2026-01-02T00:00:00Z");
const TO = new Date("2026-01-02T01:00:00Z");
const NO_FILTER: NotificationFilter = {
  state: null,
  documentUuid: null,
  createdFrom: null,
  createdTo: null,
};

/**
 * One notification per second, each with one document and delivered immediately, except that one in a thousand is
 * undelivered.
 */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT lpad(n::text, 32, '0')::uuid, 'A', 'a.pdf', 1, now(), now(), now() FROM generate_series(1, ${COUNT}) AS n`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, created_at, settled_at)
   SELECT uuid, '[]', 1, CASE WHEN n % 1000 = 0 THEN 'undelivered' ELSE 'delivered' END, t, t, t
   FROM generate_series(1, ${COUNT}) AS n, LATERAL (SELECT lpad(n::text, 32, '0')::uuid AS uuid,
     timestamptz '2026-01-01' + n * interval '1 s' AS t) AS made`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, total_ms)
   SELECT id, 1, 1, 'schedule', created_at, 'https://example.com/', '{}', 200, 1 FROM notification`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT id, 1, 'test', 'created', created_at, true, true, row_number() OVER (ORDER BY id), id FROM notification`,
  "VACUUM ANALYZE staged_document, notification, delivery_attempt, status_change",
];

const PERIOD = { state: "undelivered", createdFrom: FROM, createdTo: TO } as const;
const NOTE = auditParameter(anAuditNote());
const BEGINNING = { afterAt: new Date(0), afterId: NIL_UUID };
const statements: readonly (readonly [string, Statement])[] = [
  ["a page of all", list({})],
  ["a page from a period", list({ createdFrom: FROM, createdTo: TO })],
  ["a page of a frequent state", list({ state: "delivered" })],
  ["a page of a rare state", list({ state: "undelivered" })],
  ["a page of a state without notifications", list({ state: "pending" })],
  ["a state and a period", list({ state: "delivered", createdFrom: FROM, createdTo: TO })],
  ["a document", list({ documentUuid: DOCUMENT })],
  ["a document and a state", list({ documentUuid: DOCUMENT, state: "undelivered" })],
  [
    "the deliveries on a document's page",
    DOCUMENT_DELIVERIES_STATEMENT({
      documentUuid: DOCUMENT,
      notificationsMax: 50,
      attemptsMax: 100,
    }),
  ],
  ["one notification", NOTIFICATION_LOG_STATEMENTS.find({ id: DOCUMENT })],
  ["its attempts", NOTIFICATION_LOG_STATEMENTS.deliveries({ id: DOCUMENT, limit: 100 })],
  ["resending one", NOTIFICATION_LOG_STATEMENTS.resend({ id: DOCUMENT, at: TO, note: NOTE })],
  ["the count for a period", NOTIFICATION_LOG_STATEMENTS.count(PERIOD)],
  [
    "a batch from a period",
    NOTIFICATION_LOG_STATEMENTS.resendSome({
      ...PERIOD,
      ...BEGINNING,
      limit: 500,
      at: TO,
      note: NOTE,
    }),
  ],
];

describe(`with ${COUNT} notifications`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  describe.each(["force_generic_plan", "force_custom_plan"])("%s", (mode) => {
    test.each(statements)(
      "%s is read from indexes without filtering many rows",
      async (_name, query) => {
        const { plan, removedRows } = await run(pool(), mode, query);
        expect(plan).not.toMatch(/Seq Scan on (notification|delivery_attempt|status_change)/);
        expect(removedRows).toBeLessThan(10);
      },
    );
  });

  test("a statement that reads and discards many rows fails this check", async () => {
    const text = "SELECT id FROM notification WHERE created_at > $1 AND attempts = 7";
    const { removedRows } = await run(pool(), "force_custom_plan", {
      text,
      values: [FROM],
    });
    expect(removedRows).toBeGreaterThan(10_000);
  });
});

function list(filter: Partial<NotificationFilter>) {
  return listQuery({ ...NO_FILTER, ...filter }, { after: null, limit: 101 });
}

/** Runs a statement with EXPLAIN ANALYZE in a transaction that is rolled back. */
async function run(
  pool: pg.Pool,
  mode: string,
  { text, values }: Pick<Statement, "text" | "values">,
) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await client.query(`PREPARE asked AS ${text}`);
    const literals = values.map((value) => {
      if (value === null) return "NULL";
      return client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
    });
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE asked (${literals.join(", ")})`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const removed = [...plan.matchAll(/Rows Removed by [\w ]*Filter: (\d+)/g)];
    const removedRows = removed.reduce((sum, [, count]) => sum + Number(count), 0);
    return { plan, removedRows };
  } finally {
    client.release(true);
  }
}
