import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import {
  createDeliveryStatistics,
  FIND_OLDEST_UNTOLD,
  MEASURE_DELIVERIES,
  SUMMARISE_DELIVERIES,
} from "./delivery-statistics";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const CHANGE_COUNT = 100_000;
const ITEM_COUNT = 50;
const NOTIFICATION_COUNT = CHANGE_COUNT / ITEM_COUNT;
const UNDELIVERED_COUNT = 200;
/** After a night without a receiver. */
const PENDING_COUNT = 300;
const WAITING_COUNT = 2_000;

const UUID_OF_N = "lpad(to_hex(n), 32, '0')::uuid";
const IS_PENDING = `n > ${NOTIFICATION_COUNT - PENDING_COUNT}`;
const IS_UNDELIVERED = `n <= ${UNDELIVERED_COUNT}`;
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   SELECT ${UUID_OF_N}, 'BLD', 'a.pdf', 1, now(), now(), now()
   FROM generate_series(1, ${CHANGE_COUNT + WAITING_COUNT}) AS n`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, next_attempt_at, next_cause, created_at, settled_at)
   SELECT ${UUID_OF_N}, '\\x5b5d', ${ITEM_COUNT},
     CASE WHEN ${IS_PENDING} THEN 'pending' WHEN ${IS_UNDELIVERED} THEN 'undelivered' ELSE 'delivered' END, now(),
     CASE WHEN ${IS_PENDING} THEN now() END, CASE WHEN ${IS_PENDING} THEN 'schedule' END, now(),
     CASE WHEN ${IS_PENDING} THEN NULL ELSE now() END
   FROM generate_series(1, ${NOTIFICATION_COUNT}) AS n`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true, n,
     lpad(to_hex((n - 1) / ${ITEM_COUNT} + 1), 32, '0')::uuid
   FROM generate_series(1, ${CHANGE_COUNT}) AS n`,
  // Half of what waits is not numbered yet.
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true,
     CASE WHEN n <= ${CHANGE_COUNT + WAITING_COUNT / 2} THEN n END
   FROM generate_series(${CHANGE_COUNT + 1}, ${CHANGE_COUNT + WAITING_COUNT}) AS n`,
  "VACUUM ANALYZE staged_document, status_change, notification",
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
    PLAN_MODES.flatMap((mode) => [
      { mode, name: "counting", text: MEASURE_DELIVERIES.text },
      { mode, name: "the age", text: FIND_OLDEST_UNTOLD.text },
      { mode, name: "the summary", text: SUMMARISE_DELIVERIES.text },
    ]),
  )("$name, $mode: reads no table from end to end", async ({ mode, text }) => {
    const plan = await planOf(pool(), mode, text, []);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (status_change|notification)/);
  });

  test("the age counts nothing: it reads what is pending, and of what waits the first", async () => {
    const plan = await planOf(pool(), "force_custom_plan", FIND_OLDEST_UNTOLD.text, []);
    expect(plan).toContain("notification_pending_idx");
    expect(plan).toContain("status_change_unfrozen_idx");
    expect(plan).toContain("status_change_unnumbered_idx");
    expect(plan).not.toContain("status_change_notification_id_id_idx");
  });

  test("the summary looks at one end of each index, and counts only what was given up", async () => {
    const plan = await planOf(pool(), "force_custom_plan", SUMMARISE_DELIVERIES.text, []);
    expect(plan).toContain("Index Only Scan using notification_pending_idx");
    expect(plan).toContain("Index Only Scan Backward using notification_delivered_idx");
    expect(plan).toContain("Index Only Scan using notification_undelivered_idx");
    expect(plan.match(/Limit/g)).toHaveLength(3);
  });

  test("the numbers are right", async () => {
    expect(await createDeliveryStatistics(pool()).measure()).toMatchObject({
      ...{ changesWaiting: WAITING_COUNT, notificationsOutstanding: PENDING_COUNT },
    });
    expect(await createDeliveryStatistics(pool()).summarise()).toEqual({
      nextAttemptAt: expect.any(Date),
      undeliveredCount: UNDELIVERED_COUNT,
      lastDeliveredAt: expect.any(Date),
    });
  });
});
