import { expect, test } from "vitest";
import type { WebhookAnswer } from "@/lib/notifications/ports";
import { arrangeDeliveries, attemptAt } from "@/lib/notifications/testing/deliveries.fixture";
import { answered } from "@/lib/notifications/testing/in-memory-webhook-transport";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

/** Bytes that are not valid text, because a receiver may send anything. */
const BODY = Buffer.from([0, 0xff, 0xfe, 0x41]);

const UNDELIVERED = { next: null, ifOvertaken: null };

const TIMED_OUT: WebhookAnswer = {
  kind: "failed",
  code: "timeout",
  detail: "no answer",
  phases: { dns: null, connect: null, tls: null, firstByte: null, total: 15_000.5 },
  connection: {
    address: null,
    port: null,
    tlsVersion: null,
    certificateIssuer: null,
    certificateExpiresAt: null,
  },
};

async function arrange() {
  const { pool } = await openEmptyDatabase();
  const parts = await arrangeDeliveries(async () => deliveriesInPostgres(pool));
  const [run] = await parts.freezeDocuments(1);
  if (!run) throw new Error("nothing was frozen");
  const readAttempt = async () => (await pool.query("SELECT * FROM delivery_attempt")).rows;
  const readNotification = async () => (await pool.query("SELECT * FROM notification")).rows;
  return { ...parts, run, pool, readAttempt, readNotification };
}

test("a failure is saved with the full response and the time of the next attempt", async () => {
  const { run, deliveries, clock, at, readAttempt } = await arrange();
  const answer: WebhookAnswer = {
    ...answered(503, { "retry-after": "30" }),
    kind: "answered",
    status: 503,
    headers: { "retry-after": "30" },
    body: BODY,
    isBodyTruncated: true,
    bodyError: "it broke off",
  };
  const series = { startedAt: clock.now(), slot: 1, lastIntervalMs: 30_000 };
  const attempt = { ...attemptAt(clock.now(), { n: 1, status: 503 }), answer };
  const next = {
    at: at(30),
    plannedAt: at(30),
    cause: "schedule",
    series,
    notBefore: at(20),
  } as const;
  await deliveries.save(run, attempt, { next, ifOvertaken: null }, clock.now());
  expect(await readAttempt()).toEqual([
    expect.objectContaining({
      notification_id: run.notificationId,
      generation: 1,
      n: 1,
      cause: "schedule",
      started_at: clock.now(),
      url: attempt.url,
      next_attempt_at: at(30),
      request_headers: attempt.requestHeaders,
      answer_headers: answer.headers,
      status: 503,
      failure_code: null,
      failure_detail: "it broke off",
      answer_body: BODY,
      is_answer_truncated: true,
      dns_ms: 1,
      connect_ms: 2,
      tls_ms: 3,
      first_byte_ms: 4,
      total_ms: 10,
      address: "192.0.2.7",
      port: 443,
      tls_version: "TLSv1.3",
      certificate_issuer: "Test",
      certificate_expires_at: new Date("2027-01-01T00:00:00.000Z"),
    }),
  ]);
});

test("a receiver's text is saved without the characters that PostgreSQL rejects, and an invalid date is saved as null", async () => {
  const { run, fail, deliveries, clock, readAttempt } = await arrange();
  const odd = "a\u0000b\ud800c\tü😀";
  const connection = {
    ...answered(503).connection,
    certificateIssuer: `O=${odd}`,
    certificateExpiresAt: new Date("nonsense"),
  };
  const failure = { ...TIMED_OUT, detail: odd, connection };
  const answer = { ...answered(200, { location: odd }), bodyError: odd, connection };
  const attempt = { ...attemptAt(clock.now(), { n: 1, status: 500 }), url: odd };
  await deliveries.save(run, { ...attempt, answer: failure }, UNDELIVERED, clock.now());
  await deliveries.save(run, { ...attempt, n: 2, answer }, null, clock.now());
  expect(await fail(run, { n: 3 })).toEqual({ isOver: true, nextAttemptAt: null });
  const text = "abcü😀";
  const common = { url: text, certificate_issuer: `O=${text}`, certificate_expires_at: null };
  expect((await readAttempt()).slice(0, 2)).toEqual([
    expect.objectContaining({ ...common, failure_detail: text }),
    expect.objectContaining({
      ...common,
      failure_detail: text,
      answer_headers: { location: text },
    }),
  ]);
});

test("an attempt without a response is saved with its reason, and no attempt is due after the last one", async () => {
  const { run, deliveries, clock, readAttempt, readNotification } = await arrange();
  const attempt = { ...attemptAt(clock.now(), { n: 1, status: 500 }), answer: TIMED_OUT };
  await deliveries.save(run, attempt, UNDELIVERED, clock.now());
  expect(await readAttempt()).toEqual([
    expect.objectContaining({
      status: null,
      failure_code: "timeout",
      failure_detail: "no answer",
      answer_headers: null,
      answer_body: null,
      is_answer_truncated: false,
      total_ms: 15_000.5,
      address: null,
      next_attempt_at: null,
    }),
  ]);
  expect(await readNotification()).toEqual([
    expect.objectContaining({
      state: "undelivered",
      settled_at: clock.now(),
      attempts: 1,
      series_started_at: clock.now(),
      next_attempt_at: null,
      planned_at: null,
    }),
  ]);
});

test("a 200 is saved and counted once, no matter how often it is reported, and ends the schedule", async () => {
  const { run, deliver, clock, readAttempt, readNotification } = await arrange();
  await deliver(run);
  await deliver(run);
  expect(await readAttempt()).toEqual([expect.objectContaining({ n: 1, status: 200 })]);
  expect(await readNotification()).toEqual([
    expect.objectContaining({
      state: "delivered",
      settled_at: clock.now(),
      attempts: 1,
      item_count: 1,
      series_started_at: clock.now(),
      next_attempt_at: null,
      next_cause: null,
    }),
  ]);
});

test("each request id of the contained changes is returned once", async () => {
  const { run, pool, pending } = await arrange();
  const requestId = "019cbc00-0000-7000-8000-00000000abcd";
  await pool.query("UPDATE status_change SET request_id = $1", [requestId]);
  expect((await pending(run)).requestIds).toEqual([requestId]);
});

test("a document in a resent notification does not delay later changes", async () => {
  const { run, pool, makeDocument, move, relayAll, clock } = await arrange();
  const document = await makeDocument(2);
  const [second] = await relayAll();
  expect(second).not.toEqual(run);
  await pool.query("UPDATE notification SET is_resend = true, next_attempt_at = $1", [clock.now()]);
  await move(document, 2, 5);
  expect(await relayAll()).toHaveLength(1);
});
