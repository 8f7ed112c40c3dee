import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { DELIVERY_STATEMENTS } from "./delivery-statements";
import { RELAY_STATEMENTS } from "./relay-repository";

const CHANGE_COUNT = 100_000;
const ITEM_COUNT = 50;
const NOTIFICATION_COUNT = CHANGE_COUNT / ITEM_COUNT;
/** The newest notifications are pending: after a night without a receiver. */
const PENDING_COUNT = 300;
const WAITING_COUNT = 2_000;
const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const UUID_OF_N = "lpad(to_hex(n), 32, '0')::uuid";

const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT ${UUID_OF_N}, 'BLD', 'a.pdf', 1, now(), now(), now()
   FROM generate_series(1, ${CHANGE_COUNT + WAITING_COUNT}) AS n`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, next_attempt_at, next_cause, created_at, settled_at)
   SELECT ${UUID_OF_N}, '\\x5b5d', ${ITEM_COUNT},
     CASE WHEN is_pending THEN 'pending' ELSE 'delivered' END, now(),
     CASE WHEN is_pending THEN now() + n * interval '1 second' END,
     CASE WHEN is_pending THEN 'schedule' END, now(), CASE WHEN is_pending THEN NULL ELSE now() END
   FROM generate_series(1, ${NOTIFICATION_COUNT}) AS n,
     LATERAL (SELECT n > ${NOTIFICATION_COUNT - PENDING_COUNT} AS is_pending) AS age`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true, n,
     lpad(to_hex((n - 1) / ${ITEM_COUNT} + 1), 32, '0')::uuid
   FROM generate_series(1, ${CHANGE_COUNT}) AS n`,
  // Half of what waits belongs to documents that a pending notification holds.
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true, n + ${WAITING_COUNT / 2}
   FROM generate_series(${CHANGE_COUNT - WAITING_COUNT / 2 + 1}, ${CHANGE_COUNT + WAITING_COUNT / 2}) AS n`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, total_ms)
   SELECT ${UUID_OF_N}, 1, attempt, 'schedule', now(), 'https://dms.example.com/', '{}', 500, 1
   FROM generate_series(1, ${NOTIFICATION_COUNT}) AS n, generate_series(1, 10) AS attempt`,
  "VACUUM ANALYZE staged_document, status_change, notification, delivery_attempt",
];

const ID = `00000000-0000-0000-0000-${NOTIFICATION_COUNT.toString(16).padStart(12, "0")}`;
const NEW_ID = "019cbc00-0000-7000-8000-000000000001";
const NOW = new Date();
const ATTEMPT = [
  ...[ID, 1, 11, "schedule", NOW, "https://dms.example.com/", "{}", 500, null, null, "{}"],
  ...["\\x", false, 1, 1, 1, 1, 1, null, 443, null, null, null],
];

const ASKED: readonly (readonly [string, { readonly text: string }, readonly unknown[]])[] = [
  ["relay: is there work", RELAY_STATEMENTS.hasUnfrozen, []],
  ["relay: what is outstanding", RELAY_STATEMENTS.countOutstanding, []],
  ["relay: what waits", RELAY_STATEMENTS.waiting, [2_000]],
  [
    "relay: freezing",
    RELAY_STATEMENTS.freeze,
    [[NEW_ID], ["\\x5b5d"], [2], [NOW.toISOString()], NOW, [99_999, 100_001], [NEW_ID, NEW_ID]],
  ],
  ["delivery: a turn", DELIVERY_STATEMENTS.load, [ID, 1, 3]],
  ["delivery: 200", DELIVERY_STATEMENTS.saveDelivered, [...ATTEMPT, null, NOW]],
  ["delivery: a failure", DELIVERY_STATEMENTS.saveAttempt, [...ATTEMPT, NOW]],
  [
    "delivery: what follows a failure",
    DELIVERY_STATEMENTS.decideNext,
    [ID, 1, NOW, NOW, NOW, "schedule", NOW, NOW, NOW, 1, 15_000],
  ],
  ["delivery: postponing", DELIVERY_STATEMENTS.postpone, [ID, 1, NOW, NOW]],
  ["delivery: an outcome", DELIVERY_STATEMENTS.readOutcome, [ID, 1]],
  ["delivery: a generation", DELIVERY_STATEMENTS.beginGeneration, [ID, 1, NOW]],
  ["delivery: is anything overdue", DELIVERY_STATEMENTS.hasOverdue, [NOW, NOW, NOW, NOW]],
  ["delivery: overdue", DELIVERY_STATEMENTS.claimOverdue, [NOW, NOW, NOW, NOW, NOW, 200]],
  ["delivery: recovery", DELIVERY_STATEMENTS.recoverAll, [NOW, NOW]],
  ["delivery: a new URL", DELIVERY_STATEMENTS.makeAllDue, [NOW]],
];

describe(`with ${CHANGE_COUNT} frozen changes, ${PENDING_COUNT} pending notifications and ${WAITING_COUNT} changes that wait`, () => {
  const filled: { pool: pg.Pool | null } = { pool: null };
  const pool = () => {
    if (!filled.pool) throw new Error("the database is not filled yet");
    return filled.pool;
  };

  beforeAll(async () => {
    filled.pool = (await openEmptyDatabase()).pool;
    for (const text of FILL) await filled.pool.query(text);
  });

  test.each(
    ASKED.flatMap(([name, statement, values]) =>
      PLAN_MODES.map((mode) => ({ name, statement, values, mode })),
    ),
  )("$name, $mode: reads no table from end to end", async ({ statement, values, mode }) => {
    const plan = await planOf(pool(), mode, statement.text, values);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (status_change|notification|delivery_attempt)/);
  });

  test("what waits is what no pending notification holds", async () => {
    const { rows } = await pool().query({ ...RELAY_STATEMENTS.waiting, values: [WAITING_COUNT] });
    expect(rows).toHaveLength(WAITING_COUNT / 2);
  });
});
