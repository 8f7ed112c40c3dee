import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { arrangeDeliveries, attemptAt } from "@/lib/notifications/testing/deliveries.fixture";
import { describeDeliveryStatisticsContract } from "@/lib/notifications/testing/delivery-statistics.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createDatabase } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";
import { createDeliveryStatistics } from "./delivery-statistics";
import { createNotificationLog } from "./notification-log";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const NOTHING = {
  changesWaiting: 0,
  notificationsOutstanding: 0,
  oldestUntoldAt: null,
  failingSince: null,
};

/** Sets up deliveries in an empty database, and a function that measures them. */
async function arrange() {
  const { pool } = await openEmptyDatabase();
  const parts = await arrangeDeliveries(async () => deliveriesInPostgres(pool));
  const source = createDeliveryStatistics(pool);
  const measure = async () => {
    const measured = await source.measure();
    expect(await source.findOldestUntold()).toEqual(measured.oldestUntoldAt);
    return measured;
  };
  return { ...parts, pool, measure };
}

describeDeliveryStatisticsContract("deliveries in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return { ...deliveriesInPostgres(pool), deliveryStatistics: createDeliveryStatistics(pool) };
});

describe("changes that are not in a notification yet", () => {
  test("are not found in an empty database", async () => {
    const { pool } = await openEmptyDatabase();
    expect(await createDeliveryStatistics(pool).measure()).toEqual(NOTHING);
  });

  test("are counted with or without a number, except for changes that will not be sent to any receiver", async () => {
    const { makeDocument, statusFeed, webhookConfiguration, clock, measure } = await arrange();
    await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
    await makeDocument(1);
    expect(await measure()).toEqual(NOTHING);
    await webhookConfiguration.setUrl(
      "https://dms.example.com/hook",
      {
        firstSecret: Buffer.of(1),
        at: clock.now(),
      },
      anAuditNote(),
    );
    const since = clock.now();
    await makeDocument(1);
    const waiting = { ...NOTHING, oldestUntoldAt: since };
    expect(await measure()).toEqual({ ...waiting, changesWaiting: 1 });
    await statusFeed.numberNext(100);
    clock.advanceSeconds(10);
    await makeDocument(3);
    expect(await measure()).toMatchObject({ ...waiting, changesWaiting: 3 });
  });
});

describe("outstanding notifications", () => {
  test("are counted, with their oldest change, until they are delivered", async () => {
    const { clock, freezeDocuments, deliver, measure } = await arrange();
    const since = clock.now();
    const [first, second] = await freezeDocuments(2);
    if (!first || !second) throw new Error("nothing was frozen");
    clock.advanceSeconds(10);
    const later = clock.now();
    const [third] = await freezeDocuments(1);
    expect(await measure()).toEqual({
      ...NOTHING,
      notificationsOutstanding: 3,
      oldestUntoldAt: since,
    });
    await deliver(first);
    await deliver(second);
    expect(await measure()).toMatchObject({ notificationsOutstanding: 1, oldestUntoldAt: later });
    if (third) await deliver(third);
    expect(await measure()).toEqual(NOTHING);
  });
});

describe("the receiver", () => {
  test("counts as failing from the first attempt that was not answered with 200", async () => {
    const { clock, freezeDocuments, fail, deliver, measure } = await arrange();
    const [first] = await freezeDocuments(1);
    if (!first) throw new Error("nothing was frozen");
    const since = clock.now();
    await fail(first);
    clock.advanceSeconds(20);
    await fail(first, { n: 2 });
    expect(await measure()).toMatchObject({ failingSince: since });
    await deliver(first, 3);
    expect(await measure()).toMatchObject({ failingSince: null });
  });

  test("is not missing any changes because of a resent notification or a test", async () => {
    const { pool, clock, freezeDocuments, deliver, measure } = await arrange();
    const [run] = await freezeDocuments(1);
    if (!run) throw new Error("nothing was frozen");
    await deliver(run);
    const log = createNotificationLog(pool);
    await log.saveTest(
      {
        id: "019cbc00-0000-7000-8000-00000000abcd",
        body: Buffer.from("[]"),
        attempt: attemptAt(clock.now(), { n: 1, status: 500 }),
        isDelivered: false,
        settledAt: clock.now(),
      },
      anAuditNote(),
    );
    await log.resend(run.notificationId, clock.now(), anAuditNote());
    expect(await measure()).toEqual({ ...NOTHING, notificationsOutstanding: 1 });
  });
});

test("a test notification counts neither as undelivered nor as a delivery", async () => {
  const { pool, clock } = await arrange();
  const log = createNotificationLog(pool);
  for (const [index, status] of [200, 500].entries()) {
    await log.saveTest(
      {
        id: `019cbc00-0000-7000-8000-00000000000${index}`,
        body: Buffer.from("[]"),
        attempt: attemptAt(clock.now(), { n: 1, status }),
        isDelivered: status === 200,
        settledAt: clock.now(),
      },
      anAuditNote(),
    );
  }
  expect(await createDeliveryStatistics(pool).summarise()).toEqual({
    nextAttemptAt: null,
    undeliveredCount: 0,
    lastDeliveredAt: null,
  });
});

test("undelivered notifications are counted only up to a maximum", async () => {
  const { pool } = await openEmptyDatabase();
  const giveUp = (count: number) =>
    pool.query(
      `INSERT INTO notification (id, body, item_count, state, generation_at, created_at, settled_at)
       SELECT gen_random_uuid(), '[]', 1, 'undelivered', now(), now(), now()
       FROM generate_series(1, ${count})`,
    );
  const count = async () => (await createDeliveryStatistics(pool).summarise()).undeliveredCount;
  await giveUp(UNDELIVERED_COUNT_MAX - 1);
  expect(await count()).toBe(UNDELIVERED_COUNT_MAX - 1);
  await giveUp(2);
  expect(await count()).toBe(UNDELIVERED_COUNT_MAX);
});

describe("a database", () => {
  test("that is unreachable is reported as unavailable", async () => {
    const database = createDatabase("postgresql://a@127.0.0.1:1/a", {
      onIdleError: () => undefined,
    });
    const { measure, summarise, findOldestUntold } = createDeliveryStatistics(database.pool);
    const away = { code: "database-unavailable" };
    await expect(measure()).rejects.toMatchObject(away);
    await expect(summarise()).rejects.toMatchObject(away);
    await expect(findOldestUntold()).rejects.toMatchObject(away);
    await database.close();
  });
});
