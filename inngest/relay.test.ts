import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  arrangeRelay,
  createGate,
  driveTimers,
  passSeconds,
  settle,
} from "./testing/relay.fixture";

beforeEach(driveTimers);

describe("kicks", () => {
  test("start the delivery of a change without a timer", async () => {
    const { relay, ports, change } = await arrangeRelay();
    await change();
    relay.kick();
    await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });

  test("during a turn cause one more turn, which sees their changes", async () => {
    const { relay, ports, counts, change, passMs, doBeforeTurns } = await arrangeRelay();
    const gate = createGate();
    doBeforeTurns(gate.pass);
    for (const _ of [1, 2, 3]) relay.kick();
    await settle();
    expect(counts.turns).toBe(1);
    await change();
    relay.kick();
    await gate.letOneGo();
    await passMs(50);
    expect(counts.turns).toBe(2);
    await change();
    await gate.letOneGo();
    await passMs(50);
    expect(counts.turns).toBe(2);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(2);

    relay.kick();
    await settle();
    expect(counts.turns).toBe(3);
    await gate.letOneGo();
  });
});

describe("the pace of freezing", () => {
  test("changes within 50 ms after a notification are frozen together when the 50 ms are over", async () => {
    const { relay, ports, counts, change, passMs } = await arrangeRelay();
    await change();
    relay.kick();
    await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
    for (let count = 0; count < 7; count += 1) {
      await change();
      relay.kick();
      await passMs(7);
    }
    expect(counts.turns).toBe(1);
    expect(ports.deliveryRuns.takeStarted()).toEqual([]);
    await passMs(1);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
    expect(ports.notifications.all().map(({ itemCount }) => itemCount)).toEqual([1, 7]);
    expect(counts.turns).toBe(2);
  });

  test("a change more than 50 ms after a notification is frozen immediately", async () => {
    const { relay, ports, change, passMs } = await arrangeRelay();
    for (const _ of [1, 2, 3]) {
      await change();
      relay.kick();
      await settle();
      expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
      await passMs(50);
    }
  });

  test("turns that froze nothing cause no delay", async () => {
    const { relay, ports, change } = await arrangeRelay();
    relay.kick();
    await settle();
    await change();
    relay.kick();
    await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });

  test("a clock that is set back does not lengthen the delay", async () => {
    const { relay, ports, change } = await arrangeRelay();
    await change();
    relay.kick();
    await settle();
    ports.clock.advanceSeconds(-3600);
    await change();
    relay.kick();
    await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(2);
  });

  test("relaying once does not wait", async () => {
    const { relay, change } = await arrangeRelay();
    for (const _ of [1, 2]) {
      await change();
      expect(await relay.runOnce()).toEqual({ frozen: 1, overdue: 0 });
    }
  });

  test("changes that exceed one transaction are frozen without a pause", async () => {
    const { relay, ports, change } = await arrangeRelay();
    for (let count = 0; count < 2_100; count += 1) await change();
    relay.kick();
    for (let step = 0; step < 50; step += 1) await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(21);
  });
});

test("the relay tries again soon if another process is freezing changes, even without its own timer", async () => {
  const { relay, ports, change, setBusy } = await arrangeRelay();
  setBusy(true);
  await change();
  relay.kick();
  await settle();
  expect(ports.deliveryRuns.takeStarted()).toEqual([]);
  setBusy(false);
  vi.advanceTimersByTime(100);
  await settle();
  expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
});

describe("the timer", () => {
  test("relays every second between start and stop, without a kick", async () => {
    const { relay, ports, counts, change, passMs } = await arrangeRelay();
    await change();
    await passSeconds(3);
    expect(counts.turns).toBe(0);
    relay.start();
    relay.start();
    for (const _ of [1, 2, 3]) await passMs(1_000);
    expect(counts.turns).toBe(3);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
    relay.stop();
    await passSeconds(3);
    expect(counts.turns).toBe(3);
  });

  test("checks for overdue deliveries on every fifth tick", async () => {
    const { relay, ports, counts, begin } = await arrangeRelay();
    const run = await begin();
    ports.clock.advanceSeconds(3);
    relay.start();
    await passSeconds(4);
    expect(counts.looks).toBe(0);
    await passSeconds(1);
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
    await passSeconds(5);
    expect(counts.looks).toBe(2);
  });
});

describe("a failure", () => {
  test("of the database is logged once when it starts and once when it ends", async () => {
    const { relay, ports, change, doBeforeTurns, lines } = await arrangeRelay();
    relay.start();
    await passSeconds(2);
    doBeforeTurns(() => Promise.reject(new Error("the database is away")));
    await change();
    await passSeconds(20);
    expect(lines()).toEqual([[40, "the relay is not working at the moment; it will try again"]]);
    doBeforeTurns(async () => undefined);
    await passSeconds(20);
    expect(lines().slice(1)).toEqual([[30, "the relay works again"]]);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });

  test("of the engine ends when the engine responds, but not after a turn that sends nothing to the engine", async () => {
    const { relay, ports, change, lines } = await arrangeRelay();
    ports.deliveryRuns.setAvailable(false);
    await change();
    relay.start();
    await passSeconds(4);
    ports.clock.advanceSeconds(4);
    await passSeconds(30);
    expect(lines()).toEqual([
      [40, "the relay is not working at the moment; it will try again"],
      [40, "watching overdue deliveries is not working at the moment; it will try again"],
    ]);
    ports.deliveryRuns.setAvailable(true);
    await passSeconds(5);
    expect(lines().slice(2)).toEqual([
      [30, "the relay works again"],
      [30, "watching overdue deliveries works again"],
    ]);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });
});

describe("relaying once", () => {
  test("returns how many notifications were frozen and how many deliveries were overdue", async () => {
    const { relay, ports, begin, change } = await arrangeRelay();
    await begin();
    ports.clock.advanceSeconds(3);
    await change();
    expect(await relay.runOnce()).toEqual({ frozen: 1, overdue: 1 });
    expect(await relay.runOnce()).toEqual({ frozen: 0, overdue: 0 });
  });

  test("rejects with the cause of the failure", async () => {
    const { relay, ports, change } = await arrangeRelay();
    ports.deliveryRuns.setAvailable(false);
    await change();
    await expect(relay.runOnce()).rejects.toMatchObject({ code: "engine-unavailable" });
  });
});
