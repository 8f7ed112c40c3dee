import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { FILL_DELIVERIES, SCALE, UUID_OF_N } from "./deliveries-at-scale.fixture";
import { DELIVERY_STATEMENTS } from "./delivery-statements";
import { RELAY_STATEMENTS } from "./relay-repository";

const FILL = [
  ...FILL_DELIVERIES,
  // Half of these changes belong to documents that are in a pending notification.
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence)
   SELECT ${UUID_OF_N}, 1, 'test', 'created', now(), true, true, n + ${SCALE.waiting / 2}
   FROM generate_series(${SCALE.changes - SCALE.waiting / 2 + 1}, ${SCALE.changes + SCALE.waiting / 2}) AS n`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, total_ms)
   SELECT ${UUID_OF_N}, 1, attempt, 'schedule', now(), 'https://dms.example.com/', '{}', 500, 1
   FROM generate_series(1, ${SCALE.notifications}) AS n, generate_series(1, 10) AS attempt`,
  "VACUUM ANALYZE staged_document, status_change, notification, delivery_attempt",
];

const ID = `00000000-0000-0000-0000-${SCALE.notifications.toString(16).padStart(12, "0")}`;
const NEW_ID = "019cbc00-0000-7000-8000-000000000001";
const NOW = new Date();
const ATTEMPT = [
  ID,
  1,
  11,
  "schedule",
  NOW,
  "https://dms.example.com/",
  "{}",
  500,
  null,
  null,
  "{}",
  "\\x",
  false,
  1,
  1,
  1,
  1,
  1,
  null,
  443,
  null,
  null,
  null,
  null,
];

const QUERIES: readonly (readonly [string, { readonly text: string }, readonly unknown[]])[] = [
  ["relay: checking for work", RELAY_STATEMENTS.findWork, []],
  ["relay: waiting changes", RELAY_STATEMENTS.waiting, [2_000]],
  [
    "relay: freezing",
    RELAY_STATEMENTS.freeze,
    [[NEW_ID], ["\\x5b5d"], [2], [NOW.toISOString()], NOW, [99_999, 100_001], [NEW_ID, NEW_ID]],
  ],
  ["delivery: a turn", DELIVERY_STATEMENTS.load, [ID, 1, 3]],
  ["delivery: 200", DELIVERY_STATEMENTS.saveDeliveredUnlessFailing, [...ATTEMPT, null, NOW]],
  ["delivery: 200 after failures", DELIVERY_STATEMENTS.saveDelivered, [...ATTEMPT, null, NOW]],
  ["delivery: a failure", DELIVERY_STATEMENTS.saveAttempt, [...ATTEMPT, NOW]],
  [
    "delivery: planning after a failure",
    DELIVERY_STATEMENTS.decideNext,
    [ID, 1, NOW, NOW, NOW, "schedule", NOW, NOW, NOW, 1, 15_000],
  ],
  ["delivery: postponing", DELIVERY_STATEMENTS.postpone, [ID, 1, NOW, NOW]],
  ["delivery: an outcome", DELIVERY_STATEMENTS.readOutcome, [ID, 1]],
  ["delivery: a generation", DELIVERY_STATEMENTS.beginGeneration, [ID, 1, NOW]],
  ["delivery: checking for overdue rows", DELIVERY_STATEMENTS.hasOverdue, [NOW, NOW, NOW, NOW]],
  ["delivery: overdue", DELIVERY_STATEMENTS.claimOverdue, [NOW, NOW, NOW, NOW, NOW, 200]],
  ["delivery: recovery", DELIVERY_STATEMENTS.recoverAll, [NOW, NOW]],
  ["delivery: a new URL", DELIVERY_STATEMENTS.makeAllDue, [NOW]],
];

describe(`with ${SCALE.changes} changes in notifications, ${SCALE.pending} pending notifications and ${SCALE.waiting} changes that are in none yet`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    QUERIES.flatMap(([name, statement, values]) =>
      PLAN_MODES.map((mode) => ({ name, statement, values, mode })),
    ),
  )("$name, $mode: scans no table", async ({ statement, values, mode }) => {
    const plan = await planOf(pool(), mode, statement.text, values);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (status_change|notification|delivery_attempt)/);
  });

  test("a change can be put into a new notification only if its document is in no pending notification", async () => {
    const { rows } = await pool().query({ ...RELAY_STATEMENTS.waiting, values: [SCALE.waiting] });
    expect(rows).toHaveLength(SCALE.waiting / 2);
  });
});
