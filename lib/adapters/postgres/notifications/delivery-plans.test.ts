import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
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
const RUN = { notificationId: ID, generation: 1 };
const ATTEMPT = {
  notification_id: ID,
  generation: 1,
  n: 11,
  cause: "schedule",
  started_at: NOW,
  url: "https://dms.example.com/",
  request_headers: "{}",
  status: 500,
  failure_code: null,
  failure_detail: null,
  answer_headers: "{}",
  answer_body: "\\x",
  is_answer_truncated: false,
  dns_ms: 1,
  connect_ms: 1,
  tls_ms: 1,
  first_byte_ms: 1,
  total_ms: 1,
  address: null,
  port: 443,
  tls_version: null,
  certificate_issuer: null,
  certificate_expires_at: null,
  author: null,
};
const DELIVERED = { ...ATTEMPT, nextAttemptAt: null, at: NOW };
const LIMITS = { dueBefore: NOW, lateBefore: NOW, wokenBefore: NOW, lateWokenBefore: NOW };
const FREEZING = {
  ids: [NEW_ID],
  bodies: [Buffer.from("[]")],
  oldestChangesAt: [NOW],
  itemCounts: [2],
  at: NOW,
  changeIds: ["99999", "100001"],
  notificationIds: [NEW_ID, NEW_ID],
};

const QUERIES: readonly (readonly [string, Statement])[] = [
  ["relay: checking for work", RELAY_STATEMENTS.findWork()],
  ["relay: waiting changes", RELAY_STATEMENTS.waiting({ limit: 2_000 })],
  ["relay: freezing", RELAY_STATEMENTS.freeze(FREEZING)],
  ["delivery: a turn", DELIVERY_STATEMENTS.load({ ...RUN, n: 3 })],
  ["delivery: 200", DELIVERY_STATEMENTS.saveDeliveredUnlessFailing(DELIVERED)],
  ["delivery: 200 after failures", DELIVERY_STATEMENTS.saveDelivered(DELIVERED)],
  ["delivery: a failure", DELIVERY_STATEMENTS.saveAttempt({ ...ATTEMPT, nextAttemptAt: NOW })],
  [
    "delivery: planning after a failure",
    DELIVERY_STATEMENTS.decideNext({
      ...RUN,
      startedAt: NOW,
      nextAt: NOW,
      at: NOW,
      cause: "schedule",
      plannedAt: NOW,
      notBefore: NOW,
      seriesStartedAt: NOW,
      slot: 1,
      lastIntervalMs: 15_000,
    }),
  ],
  ["delivery: postponing", DELIVERY_STATEMENTS.postpone({ ...RUN, until: NOW, at: NOW })],
  ["delivery: an outcome", DELIVERY_STATEMENTS.readOutcome(RUN)],
  ["delivery: a generation", DELIVERY_STATEMENTS.beginGeneration({ ...RUN, at: NOW })],
  ["delivery: checking for overdue rows", DELIVERY_STATEMENTS.hasOverdue(LIMITS)],
  ["delivery: overdue", DELIVERY_STATEMENTS.claimOverdue({ ...LIMITS, at: NOW, countMax: 200 })],
  ["delivery: recovery", DELIVERY_STATEMENTS.recoverAll({ at: NOW, recoveredBefore: NOW })],
  ["delivery: a new URL", DELIVERY_STATEMENTS.makeAllDue({ at: NOW })],
];

describe(`with ${SCALE.changes} changes in notifications, ${SCALE.pending} pending notifications and ${SCALE.waiting} changes that are in none yet`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    QUERIES.flatMap(([name, statement]) => PLAN_MODES.map((mode) => ({ name, statement, mode }))),
  )("$name, $mode: scans no table", async ({ statement, mode }) => {
    const plan = await planOf(pool(), mode, statement);
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (status_change|notification|delivery_attempt)/);
  });

  test("a change can be put into a new notification only if its document is in no pending notification", async () => {
    const { rows } = await pool().query(RELAY_STATEMENTS.waiting({ limit: SCALE.waiting }));
    expect(rows).toHaveLength(SCALE.waiting / 2);
  });
});
