import { expect, test } from "vitest";
import { arrangeDelivery } from "../testing/a-delivery";
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

test("what is due for 2 s is left to its run", async () => {
  const { look } = await arrangeOverdue(2);
  expect(await look()).toEqual(NOTHING);
});

test("what is due for longer is started and woken, again and again", async () => {
  const { run, look } = await arrangeOverdue(2.001);
  const woken = { overdue: 1, started: [run], woken: [run] };
  expect(await look()).toEqual(woken);
  expect(await look()).toEqual(woken);
});

test("what is settled or planned for later is left alone", async () => {
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

test("after five minutes its run counts as lost: a new generation goes on with the same series", async () => {
  const { ports, run, turn, row, look } = await arrangeOverdue(0);
  ports.webhookTransport.answerNext(500);
  await turn(run);
  const { series, body, nextAttemptAt } = row(run);
  ports.clock.advanceSeconds(20 + 5 * MINUTE_SECONDS);
  const next = { ...run, generation: 2 };
  expect(await look()).toEqual({ overdue: 1, started: [next], woken: [next] });
  expect(row(run)).toMatchObject({ generation: 2, series, body, nextAttemptAt });
  expect((await turn(run, 2)).outcome.isOver).toBe(true);
  expect((await turn(next)).made?.answer).toMatchObject({ status: 200 });
});

test("a new generation gets five minutes of its own", async () => {
  const { ports, run, look } = await arrangeOverdue(6 * MINUTE_SECONDS);
  const generations = async () => (await look()).started.map(({ generation }) => generation);
  expect(await generations()).toEqual([2]);
  ports.clock.advanceSeconds(5 * MINUTE_SECONDS);
  expect(await generations()).toEqual([2]);
  ports.clock.advanceSeconds(1);
  expect(await generations()).toEqual([3]);
  expect(run.generation).toBe(1);
});

test("while the engine does not answer, nothing gets a new generation; afterwards it goes on", async () => {
  const { ports, run, row, look } = await arrangeOverdue(6 * MINUTE_SECONDS);
  ports.deliveryRuns.setAvailable(false);
  await expect(look()).rejects.toMatchObject({ code: "engine-unavailable" });
  await expect(look()).rejects.toMatchObject({ code: "engine-unavailable" });
  expect(row(run).generation).toBe(1);
  ports.deliveryRuns.setAvailable(true);
  expect((await look()).started).toEqual([{ ...run, generation: 2 }]);
});

test("when nothing is overdue, the engine is not asked", async () => {
  const { ports, look } = await arrangeOverdue(0);
  ports.deliveryRuns.setAvailable(false);
  expect(await look()).toEqual(NOTHING);
});
