import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { resentNotifications } from "@/lib/http/notifications/external-api-schemas";
import type { DeliveryRun } from "@/lib/notifications/ports";
import { prepareNotifications } from "../testing/notifications.fixture";

const RESENDS = "/external-api/notifications/resends";
const BEGIN = "2026-01-01T00:00:00Z";
const END = "2026-01-02T00:00:00Z";
const under = prepareNotifications();
const { api, engine } = under;

const call = (body: object) => api.call("POST", RESENDS, { body });
const resend = async (state: string, fields: object = {}) => {
  const answer = await call({ createdFrom: BEGIN, createdTo: END, state, ...fields });
  expect(answer.status).toBe(200);
  return resentNotifications.parse(answer.body).count;
};
const query = async <Row extends object>(text: string) =>
  (await api.container.database.pool.query<Row>(text)).rows;

/** Creates this many notifications, one per second from the start of the period. */
const fill = (count: number, state = "undelivered") =>
  query(`
INSERT INTO notification (id, body, item_count, state, generation_at, created_at, settled_at, next_attempt_at, next_cause)
SELECT gen_random_uuid(), '[]', 1, '${state}', t, t,
  ${state === "pending" ? "NULL, now() + interval '1 h', 'schedule'" : "t, NULL, NULL"}
FROM generate_series(0, ${count - 1}) AS n, LATERAL (SELECT timestamptz '${BEGIN}' + n * interval '1 s' AS t) AS time`);

const countOf = async (where: string) => {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notification WHERE ${where}`,
  );
  return row?.count;
};

describe("resending all notifications from a period", () => {
  test.each(["undelivered", "delivered"])("resends %s notifications in batches", async (state) => {
    await fill(1_234, state);
    expect(await resend(state, { dryRun: true })).toBe(1_234);
    expect(engine.takeStarted()).toEqual([]);
    expect(await countOf("generation = 1")).toBe(1_234);
    expect(await resend(state)).toBe(1_234);
    expect(await countOf("state = 'pending' AND generation = 2 AND is_resend")).toBe(1_234);
    const started = engine.takeStarted();
    expect(new Set(started.map(({ notificationId }) => notificationId)).size).toBe(1_234);
    expect(engine.takeWoken()).toEqual([]);
  });

  test("makes pending notifications due immediately and wakes their runs", async () => {
    await fill(3, "pending");
    expect(await resend("pending")).toBe(3);
    expect(await countOf("next_attempt_at <= now() AND next_cause = 'send-now'")).toBe(3);
    expect(engine.takeWoken()).toHaveLength(3);
    expect(engine.takeStarted()).toEqual([]);
  });

  test("includes the start of the period, and excludes its end, notifications in other states, and tests", async () => {
    await fill(4);
    await fill(2, "delivered");
    await query(`UPDATE notification SET is_test = true WHERE created_at = timestamptz '${BEGIN}'`);
    const period = { createdFrom: BEGIN, createdTo: "2026-01-01T00:00:03Z" };
    expect(await resend("undelivered", { ...period, dryRun: true })).toBe(2);
    expect(await resend("undelivered", period)).toBe(2);
    expect(await resend("undelivered", period)).toBe(0);
    expect(await countOf("state = 'pending'")).toBe(2);
    expect(await countOf("state = 'delivered'")).toBe(2);
  });

  test("sends each notification only once, even if some are delivered again before the call ends", async () => {
    await fill(1_100, "delivered");
    const start = engine.start;
    const started: DeliveryRun[] = [];
    engine.start = async (runs) => {
      started.push(...runs);
      await query(`UPDATE notification SET state = 'delivered', settled_at = now(), next_attempt_at = NULL,
        next_cause = NULL WHERE state = 'pending'`);
    };
    expect(await resend("delivered").finally(() => Object.assign(engine, { start }))).toBe(1_100);
    expect(new Set(started.map(({ notificationId }) => notificationId)).size).toBe(1_100);
    expect(started).toHaveLength(1_100);
  });

  test("skips notifications that are being written, without waiting for them", async () => {
    await fill(3, "pending");
    const client = await api.container.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM notification ORDER BY created_at LIMIT 1 FOR UPDATE");
      expect(await resend("pending")).toBe(2);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  test("makes a single call to the engine, and succeeds even if the engine is down", async () => {
    await fill(1_500);
    engine.setAvailable(false);
    const { start } = engine;
    let calls = 0;
    engine.start = (runs) => {
      calls += 1;
      return start(runs);
    };
    expect(await resend("undelivered").finally(() => Object.assign(engine, { start }))).toBe(1_500);
    expect(calls).toBe(1);
    expect(await countOf("state = 'pending'")).toBe(1_500);
  });
});

describe("an invalid call", () => {
  test.each([
    [{}, ["#/createdFrom", "#/createdTo", "#/state"]],
    [{ createdFrom: BEGIN, createdTo: BEGIN, state: "delivered" }, ["#/createdTo"]],
    [{ createdFrom: BEGIN, createdTo: "tomorrow", state: "delivered" }, ["#/createdTo"]],
    [{ createdFrom: BEGIN, createdTo: END, state: "lost" }, ["#/state"]],
    [{ createdFrom: BEGIN, createdTo: END, state: "delivered", dryRun: "yes" }, ["#/dryRun"]],
    [{ createdFrom: BEGIN, createdTo: END, state: "delivered", colour: 1 }, ["#/colour"]],
  ])("returns 422 for %j", async (body, pointers) => {
    const { status, errors } = problem.parse((await call(body)).body);
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([422, pointers]);
  });

  test.each([true, false])("returns 409 without a webhook URL if dryRun is %s", async (dryRun) => {
    await fill(1);
    await api.call("DELETE", "/external-api/external-dms-configuration");
    const body = { createdFrom: BEGIN, createdTo: END, state: "undelivered", dryRun };
    expect(problem.parse((await call(body)).body).code).toBe("webhook-not-configured");
    expect(await countOf("state = 'undelivered'")).toBe(1);
  });
});
