import { expect, test } from "vitest";
import { arrangeDelivery } from "../testing/delivery.fixture";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { createDeliveryCheck } from "./delivery-check";

const FLOWING = { engine: "ok", notifications: "ok" };

test("notifications are ok if nothing is waiting and the engine responds", async () => {
  const check = createDeliveryCheck(makeNotificationPorts());
  expect(await check()).toEqual({
    isFlowing: true,
    parts: FLOWING,
    failures: [],
  });
});

test("notifications are late while a change has been waiting for more than five minutes", async () => {
  const { ports, begin, turn } = await arrangeDelivery();
  const check = createDeliveryCheck(ports);
  const run = await begin();
  ports.clock.advanceSeconds(300);
  expect(await check()).toMatchObject({ isFlowing: true, parts: FLOWING });
  ports.clock.advanceSeconds(0.001);
  expect(await check()).toEqual({
    isFlowing: false,
    parts: { engine: "ok", notifications: "late" },
    failures: [],
  });
  await turn(run);
  ports.clock.advanceSeconds(1);
  expect(await check()).toMatchObject({ isFlowing: true, parts: FLOWING });
});

test("without an engine, nothing is delivered, and the reason is returned for the log", async () => {
  const ports = makeNotificationPorts();
  ports.deliveryRuns.setAvailable(false);
  expect(await createDeliveryCheck(ports)()).toMatchObject({
    isFlowing: false,
    parts: { engine: "unavailable", notifications: "ok" },
    failures: [{ code: "engine-unavailable" }],
  });
});

test("without a database, the state of the notifications is unknown", async () => {
  const error = new Error("the database is away");
  const away = () => Promise.reject(error);
  const deliveryStatistics = { measure: away, summarise: away, findOldestUntold: away };
  const ports = { ...makeNotificationPorts(), deliveryStatistics };
  expect(await createDeliveryCheck(ports)()).toEqual({
    isFlowing: false,
    parts: { engine: "ok", notifications: "unknown" },
    failures: [error],
  });
});

test("a failed check is not shared: the next caller gets the current state", async () => {
  const ports = makeNotificationPorts();
  let isAway = true;
  const deliveryStatistics = {
    ...ports.deliveryStatistics,
    findOldestUntold: async () => {
      if (isAway) throw new Error("the database is away");
      return null;
    },
  };
  const check = createDeliveryCheck({ ...ports, deliveryStatistics });
  const ask = async () => (await check()).parts;
  expect(await ask()).toEqual({ engine: "ok", notifications: "unknown" });
  isAway = false;
  expect(await ask()).toEqual(FLOWING);
});

test("however many callers there are, the database is queried once a second, by a query that counts nothing", async () => {
  const ports = makeNotificationPorts();
  let looks = 0;
  const count = () => Promise.reject(new Error("everything was counted"));
  const deliveryStatistics = {
    measure: count,
    summarise: count,
    findOldestUntold: async () => {
      looks += 1;
      return null;
    },
  };
  const ask = createDeliveryCheck({ ...ports, deliveryStatistics });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  ports.clock.advanceSeconds(0.999);
  answers.push(await ask());
  expect(looks).toBe(1);
  expect(new Set(answers.map(({ isFlowing }) => isFlowing))).toEqual(new Set([true]));
  ports.clock.advanceSeconds(0.001);
  await ask();
  expect(looks).toBe(2);
});
