import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { FILL_DELIVERIES, SCALE, UUID_OF_N } from "./deliveries-at-scale.fixture";
import {
  createDeliveryStatistics,
  FIND_FAILURE,
  FIND_OLDEST_UNTOLD,
  MEASURE_DELIVERIES,
  SUMMARISE_DELIVERIES,
} from "./delivery-statistics";

const FILL = [
  ...FILL_DELIVERIES,
  // Half of these changes have no number yet.
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true,
     CASE WHEN n <= ${SCALE.changes + SCALE.waiting / 2} THEN n END
   FROM generate_series(${SCALE.changes + 1}, ${SCALE.changes + SCALE.waiting}) AS n`,
  "VACUUM ANALYZE staged_document, status_change, notification",
];

describe(`with ${SCALE.changes} changes in notifications, ${SCALE.pending} pending notifications and ${SCALE.waiting} changes that are in none yet`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    PLAN_MODES.flatMap((mode) => [
      { mode, name: "counting", statement: MEASURE_DELIVERIES() },
      { mode, name: "the age", statement: FIND_OLDEST_UNTOLD() },
      { mode, name: "the summary", statement: SUMMARISE_DELIVERIES() },
      { mode, name: "the failure", statement: FIND_FAILURE() },
    ]),
  )("$name, $mode: scans no table", async ({ mode, statement }) => {
    const plan = await planOf(pool(), mode, statement);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (status_change|notification|delivery_attempt)/);
  });

  test("the age is found by reading only the pending notifications and the first change that is in no notification", async () => {
    const plan = await planOf(pool(), "force_custom_plan", FIND_OLDEST_UNTOLD());
    expect(plan).toContain("notification_pending_idx");
    expect(plan).toContain("status_change_unfrozen_idx");
    expect(plan).toContain("status_change_unnumbered_idx");
    expect(plan).not.toContain("status_change_notification_id_id_idx");
  });

  test("the summary reads one end of each index and counts only the undelivered notifications", async () => {
    const plan = await planOf(pool(), "force_custom_plan", SUMMARISE_DELIVERIES());
    expect(plan).toContain("Index Only Scan using notification_pending_idx");
    expect(plan).toContain("Index Only Scan Backward using notification_delivered_idx");
    expect(plan).toContain("Index Only Scan using notification_undelivered_idx");
    expect(plan.match(/Limit/g)).toHaveLength(3);
  });

  test("the statistics are correct", async () => {
    expect(await createDeliveryStatistics(pool()).measure()).toMatchObject({
      changesWaiting: SCALE.waiting,
      notificationsOutstanding: SCALE.pending,
    });
    expect(await createDeliveryStatistics(pool()).summarise()).toEqual({
      nextAttemptAt: expect.any(Date),
      undeliveredCount: SCALE.undelivered,
      lastDeliveredAt: expect.any(Date),
    });
  });
});
