import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { DeliveryRun } from "@/lib/notifications/ports";
import { arrangeDeliveries } from "@/lib/notifications/testing/deliveries.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";
import { DELIVERY_STATEMENTS } from "./delivery-statements";

const HOUR_SECONDS = 3600;
const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

async function arrange(count: number) {
  const { pool } = await openEmptyDatabase();
  const parts = await arrangeDeliveries(async () => deliveriesInPostgres(pool));
  const [first, second, ...others] = await parts.freezeDocuments(count);
  if (!first || !second) throw new Error("too little was frozen");
  return { ...parts, pool, first, second, others };
}

const overdueAt = (at: Date) => ({
  dueBefore: at,
  lateBefore: at,
  wokenBefore: at,
  lateWokenBefore: at,
});

describe("concurrent failures and recoveries of the receiver", () => {
  test("a failure that is saved just after a recovery is retried immediately", async () => {
    const { pool, first, second, fail, deliver, pending, clock, at, ...parts } = await arrange(3);
    for (const run of parts.others) await fail(run, { nextInSeconds: HOUR_SECONDS });
    const startedAt = clock.now();
    clock.advanceSeconds(5);
    const recovery = await beginOther(pool);
    await recovery.run(DELIVERY_STATEMENTS.lockReceiver());
    await recovery.run(DELIVERY_STATEMENTS.noteRecovered({ at: clock.now() }));
    await recovery.run(DELIVERY_STATEMENTS.recoverAll({ at: clock.now(), recoveredBefore: null }));
    const failing = fail(second, { startedAt, nextInSeconds: HOUR_SECONDS });
    await untilBlocked(pool);
    await recovery.commit();
    expect(await failing).toEqual({ isOver: false, nextAttemptAt: at(1) });
    expect(await pending(second)).toMatchObject({ nextCause: "recovery" });
    expect(await deliver(first)).toEqual([]);
  });

  test("a recovery finds a failure that was committed just before it, and makes the notification due", async () => {
    const { pool, first, second, fail, deliver, pending, clock, others } = await arrange(3);
    for (const run of others) await fail(run, { nextInSeconds: HOUR_SECONDS });
    clock.advanceSeconds(600);
    const failure = await beginOther(pool);
    await failure.run(DELIVERY_STATEMENTS.lockReceiver());
    await failure.run({
      text: `UPDATE notification SET next_attempt_at = $2, series_started_at = $2 WHERE id = $1`,
      values: [second.notificationId, new Date(clock.now().getTime() + HOUR_SECONDS * 1000)],
    });
    const recovering = deliver(first);
    await untilBlocked(pool);
    await failure.commit();
    expect(ids(await recovering)).toEqual(ids([second, ...others]));
    expect((await pending(second)).nextAttemptAt).toEqual(clock.now());
  });

  test("of two responses with 200, only the first one recovers the receiver and makes other notifications due", async () => {
    const { pool, first, second, fail, deliver, clock, others } = await arrange(3);
    for (const run of others) await fail(run, { nextInSeconds: HOUR_SECONDS });
    clock.advanceSeconds(600);
    const holder = await beginOther(pool);
    await holder.run(DELIVERY_STATEMENTS.lockReceiver());
    const both = Promise.all([deliver(first), deliver(second)]);
    await untilBlocked(pool);
    await holder.commit();
    expect((await both).flat()).toEqual(others);
  });

  test("a delivery is not saved if the recovery cannot be saved, and both succeed when the call is repeated", async () => {
    const { pool, first, second, fail, deliver, pending, clock } = await arrange(2);
    await fail(second, { nextInSeconds: HOUR_SECONDS });
    clock.advanceSeconds(600);
    await pool.query(
      "ALTER TABLE webhook_configuration ADD CONSTRAINT broken CHECK (recovered_at IS NULL)",
    );
    await expect(deliver(first)).rejects.toThrow(/broken/);
    await pool.query("ALTER TABLE webhook_configuration DROP CONSTRAINT broken");
    expect((await pending(first)).attempts).toBe(0);
    expect(await deliver(first)).toEqual([second]);
  });
});

describe("a webhook URL that is set concurrently", () => {
  test("keeps the notification due if it is set before a postponement", async () => {
    const { pool, first, deliveries, webhookConfiguration, clock, at } = await arrange(2);
    await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
    const setting = await beginOther(pool);
    await setting.run({ text: "UPDATE webhook_configuration SET url = 'https://second.example/'" });
    const postponing = deliveries.postpone(first, at(HOUR_SECONDS), clock.now());
    await untilBlocked(pool);
    await setting.commit();
    expect(await postponing).toEqual({ isOver: false, nextAttemptAt: clock.now() });
  });

  test("makes the postponed notifications due if it is set after a postponement", async () => {
    const { pool, first, second, setUrl, webhookConfiguration, clock, at } = await arrange(2);
    await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
    const postponing = await beginOther(pool);
    await postponing.run(DELIVERY_STATEMENTS.lockReceiver());
    for (const run of [first, second]) {
      const postponed = { ...run, generation: 1, until: at(HOUR_SECONDS), at: clock.now() };
      await postponing.run(DELIVERY_STATEMENTS.postpone(postponed));
    }
    const setting = setUrl("https://second.example/");
    await untilBlocked(pool);
    await postponing.commit();
    expect(ids(await setting)).toEqual(ids([first, second]));
  });

  test("delays saving a failed attempt to the old URL, which is then retried immediately", async () => {
    const { pool, first, fail, at } = await arrange(2);
    const setting = await beginOther(pool);
    await setting.run({ text: "UPDATE webhook_configuration SET url = 'https://second.example/'" });
    const failing = fail(first, { nextInSeconds: HOUR_SECONDS });
    await untilBlocked(pool);
    await setting.commit();
    expect((await failing).nextAttemptAt).toEqual(at(1));
  });
});

describe("setting a new URL while an error prevents pending notifications from being made due", () => {
  test("saves no change, and the next attempt to set the URL also makes the notifications due", async () => {
    const { pool, first, fail, pending, setUrl, webhookConfiguration, at } = await arrange(2);
    await fail(first, { nextInSeconds: HOUR_SECONDS });
    const before = await webhookConfiguration.find();
    await pool.query(
      "ALTER TABLE notification ADD CONSTRAINT broken CHECK (next_cause <> 'configuration')",
    );
    await expect(setUrl("https://second.example/")).rejects.toThrow(/broken/);
    await pool.query("ALTER TABLE notification DROP CONSTRAINT broken");
    expect(await webhookConfiguration.find()).toEqual(before);
    expect((await pending(first)).nextAttemptAt).toEqual(at(HOUR_SECONDS));
    expect(await setUrl("https://second.example/")).toEqual([first]);
  });
});

describe("many concurrent outcomes", () => {
  test("the first failures of 40 notifications are all saved, and the receiver counts as failing", async () => {
    const { pool, first, second, others, fail, pending } = await arrange(40);
    const runs = [first, second, ...others];
    const outcomes = await Promise.all(runs.map((run) => fail(run)));
    expect(outcomes.every(({ isOver }) => !isOver)).toBe(true);
    const attempts = await Promise.all(runs.map(async (run) => (await pending(run)).attempts));
    expect(attempts).toEqual(runs.map(() => 1));
    const { rows } = await pool.query("SELECT failing_since FROM webhook_configuration");
    expect(rows[0]?.failing_since).not.toBeNull();
  });

  test("failures, deliveries, recoveries, new URLs, generations and the relay never deadlock", async () => {
    const { first, second, others, pool, clock, ...parts } = await arrange(24);
    const runs = [first, second, ...others];
    const { deliveries, setUrl, fail, deliver, relayAll, makeDocument } = parts;
    for (let round = 1; round <= 8; round += 1) {
      clock.advanceSeconds(40);
      await makeDocument(1);
      const settled = await Promise.allSettled([
        ...runs.slice(0, 10).map((run) => fail(run, { n: round })),
        ...runs.slice(10, 10 + round).map((run) => deliver(run, round)),
        ...runs.slice(18).map((run) => deliveries.postpone(run, null, clock.now())),
        ...runs.slice(18, 20).map((run) => deliveries.beginGeneration(run, clock.now())),
        ...["a", "b"].map((name) => setUrl(`https://${name}.example/${round}`)),
        ...[1, 2].map(() => relayAll()),
        ...[1, 2].map(() => deliveries.claimOverdue(overdueAt(clock.now()), clock.now(), 100)),
      ]);
      expect(settled.filter(({ status }) => status === "rejected")).toEqual([]);
    }
    const { rows } = await pool.query(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows[0]?.deadlocks).toBe(0);
  });

  test("an attempt that two processes make concurrently is saved once", async () => {
    const { pool, first, fail, pending } = await arrange(2);
    const outcomes = await Promise.all(
      [15, 16, 17, 18].map((nextInSeconds) => fail(first, { nextInSeconds })),
    );
    expect(new Set(outcomes.map(({ nextAttemptAt }) => nextAttemptAt?.getTime())).size).toBe(1);
    expect(await pending(first)).toMatchObject({
      attempts: 1,
      ...(outcomes[0] && { nextAttemptAt: outcomes[0].nextAttemptAt }),
    });
    const { rowCount } = await pool.query("SELECT FROM delivery_attempt");
    expect(rowCount).toBe(1);
  });

  test("a failure and a 200 of the same attempt leave the notification delivered, in either order", async () => {
    const { first, second, fail, deliver, deliveries } = await arrange(2);
    await fail(first);
    await deliver(first);
    await deliver(second);
    expect(await fail(second)).toEqual({ isOver: true, nextAttemptAt: null });
    for (const run of [first, second]) expect((await deliveries.load(run, 2)).kind).toBe("over");
  });
});

const ids = (runs: readonly DeliveryRun[]) =>
  runs.map(({ notificationId }) => notificationId).sort();
