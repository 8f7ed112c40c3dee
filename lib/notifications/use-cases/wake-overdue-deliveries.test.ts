import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { arrangeDelivery } from "../testing/delivery.fixture";
import { relayStatusChanges } from "./relay-status-changes";
import { wakeOverdueDeliveries } from "./wake-overdue-deliveries";

const MINUTE_SECONDS = 60;

async function arrangeOverdue(seconds: number) {
  const parts = await arrangeDelivery();
  const run = await parts.begin();
  parts.ports.clock.advanceSeconds(seconds);
  const look = async () => {
    const overdue = await wakeOverdueDeliveries(parts.ports);
    const { deliveryRuns } = parts.ports;
    return { overdue, started: deliveryRuns.takeStarted(), woken: deliveryRuns.takeWoken() };
  };
  return { ...parts, run, look };
}

const NOTHING = { overdue: 0, started: [], woken: [] };

test("a notification that has been due for 2 s is left to its run", async () => {
  const { look } = await arrangeOverdue(2);
  expect(await look()).toEqual(NOTHING);
});

test("a notification that has been due for longer than 2 s is started and woken, and woken again after 30 s", async () => {
  const { ports, run, look } = await arrangeOverdue(2.001);
  const woken = { overdue: 1, started: [run], woken: [run] };
  expect(await look()).toEqual(woken);
  ports.clock.advanceSeconds(30);
  expect(await look()).toEqual(NOTHING);
  ports.clock.advanceSeconds(0.001);
  expect(await look()).toEqual(woken);
});

test("one call wakes a large number of notifications, each of them once", async () => {
  const { ports, look } = await arrangeOverdue(0);
  for (let index = 1; index < 450; index += 1) {
    await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(60);
    await relayStatusChanges(ports, { documentUrl: (uuid) => uuid });
  }
  ports.deliveryRuns.takeStarted();
  ports.clock.advanceSeconds(3);
  const { overdue, woken } = await look();
  expect([overdue, new Set(woken.map(({ notificationId }) => notificationId)).size]).toEqual([
    450, 450,
  ]);
  expect(await look()).toEqual(NOTHING);
});

test("after our own outage, late notifications keep their runs and are woken, because no run has been lost", async () => {
  const { run, look } = await arrangeOverdue(60 * MINUTE_SECONDS);
  expect(await look()).toEqual({ overdue: 1, started: [run], woken: [run] });
});

test("a notification that is settled or planned for later is not woken", async () => {
  const { ports, run, turn, look } = await arrangeOverdue(0);
  ports.webhookTransport.answerNext(500);
  await turn(run);
  ports.clock.advanceSeconds(10);
  expect(await look()).toEqual(NOTHING);
  ports.clock.advanceSeconds(20);
  await turn(run, 2);
  ports.clock.advanceSeconds(600);
  expect(await look()).toEqual(NOTHING);
});

test("after five minutes and a wake-up without effect, a run counts as lost, and a new generation continues the same series", async () => {
  const { ports, run, turn, row, look } = await arrangeOverdue(0);
  ports.webhookTransport.answerNext(500);
  await turn(run);
  const { series, body, nextAttemptAt } = row(run);
  ports.clock.advanceSeconds(20 + 5 * MINUTE_SECONDS);
  expect((await look()).started).toEqual([run]);
  ports.clock.advanceSeconds(60);
  expect(await look()).toEqual(NOTHING);
  ports.clock.advanceSeconds(0.001);
  const next = { ...run, generation: 2 };
  expect(await look()).toEqual({ overdue: 1, started: [next], woken: [next] });
  expect(row(run)).toMatchObject({ generation: 2, series, body, nextAttemptAt });
  expect((await turn(run, 2)).outcome.isOver).toBe(true);
  expect((await turn(next)).attempt?.answer).toMatchObject({ status: 200 });
});

test("a new generation is replaced only after another five minutes", async () => {
  const { ports, look } = await arrangeOverdue(6 * MINUTE_SECONDS);
  const generations: number[] = [];
  for (let minute = 0; minute < 8; minute += 1) {
    generations.push(...(await look()).started.map(({ generation }) => generation));
    ports.clock.advanceSeconds(61);
  }
  expect(generations).toEqual([1, 2, 2, 2, 2, 2, 3, 3]);
});

test("no notification gets a new generation while the engine does not respond; afterwards, delivery continues", async () => {
  const { ports, run, row, look } = await arrangeOverdue(6 * MINUTE_SECONDS);
  await look();
  ports.clock.advanceSeconds(61);
  ports.deliveryRuns.setAvailable(false);
  await expect(look()).rejects.toMatchObject({ code: "engine-unavailable" });
  await expect(look()).rejects.toMatchObject({ code: "engine-unavailable" });
  expect(row(run).generation).toBe(1);
  ports.deliveryRuns.setAvailable(true);
  expect((await look()).started).toEqual([{ ...run, generation: 2 }]);
});

test("the engine is not contacted if nothing is overdue", async () => {
  const { ports, look } = await arrangeOverdue(0);
  ports.deliveryRuns.setAvailable(false);
  expect(await look()).toEqual(NOTHING);
});
