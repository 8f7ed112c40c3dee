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
  test("begin the delivery of a change without any timer", async () => {
    const { relay, ports, change } = await arrangeRelay();
    await change();
    relay.kick();
    await settle();
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });

  test("that come while it relays are one turn more, which sees their changes", async () => {
    const { relay, ports, counts, change, doBeforeTurns } = await arrangeRelay();
    const gate = createGate();
    doBeforeTurns(gate.pass);
    for (const _ of [1, 2, 3]) relay.kick();
    await settle();
    expect(counts.turns).toBe(1);
    await change();
    relay.kick();
    await gate.letOneGo();
    expect(counts.turns).toBe(2);
    await change();
    await gate.letOneGo();
    expect(counts.turns).toBe(2);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(2);

    relay.kick();
    await settle();
    expect(counts.turns).toBe(3);
    await gate.letOneGo();
  });
});

test("while another process freezes, it asks again soon, without a timer of its own", async () => {
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
  test("relays each second without a kick, from the start until the stop", async () => {
    const { relay, ports, counts, change } = await arrangeRelay();
    await change();
    await passSeconds(3);
    expect(counts.turns).toBe(0);
    relay.start();
    relay.start();
    await passSeconds(3);
    expect(counts.turns).toBe(3);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
    relay.stop();
    await passSeconds(3);
    expect(counts.turns).toBe(3);
  });

  test("looks after what is overdue every fifth time", async () => {
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
  test("of the database is one line when it begins, one when it ends, and none between", async () => {
    const { relay, ports, change, doBeforeTurns, lines } = await arrangeRelay();
    relay.start();
    await passSeconds(2);
    doBeforeTurns(() => Promise.reject(new Error("the database is away")));
    await change();
    await passSeconds(20);
    expect(lines()).toEqual([[40, "the relay cannot work at the moment; it tries again"]]);
    doBeforeTurns(async () => undefined);
    await passSeconds(20);
    expect(lines().slice(1)).toEqual([[30, "the relay works again"]]);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });

  test("of the engine ends when the engine answers, not with the next turn that has nothing to tell it", async () => {
    const { relay, ports, change, lines } = await arrangeRelay();
    ports.deliveryRuns.setAvailable(false);
    await change();
    relay.start();
    await passSeconds(4);
    ports.clock.advanceSeconds(4);
    await passSeconds(30);
    expect(lines()).toEqual([
      [40, "the relay cannot work at the moment; it tries again"],
      [40, "the look after overdue deliveries cannot work at the moment; it tries again"],
    ]);
    ports.deliveryRuns.setAvailable(true);
    await passSeconds(5);
    expect(lines().slice(2)).toEqual([
      [30, "the relay works again"],
      [30, "the look after overdue deliveries works again"],
    ]);
    expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  });
});

describe("relaying once", () => {
  test("says how much was frozen and how much was overdue", async () => {
    const { relay, ports, begin, change } = await arrangeRelay();
    await begin();
    ports.clock.advanceSeconds(3);
    await change();
    expect(await relay.runOnce()).toEqual({ frozen: 1, overdue: 1 });
    expect(await relay.runOnce()).toEqual({ frozen: 0, overdue: 0 });
  });

  test("rejects with what is wrong", async () => {
    const { relay, ports, change } = await arrangeRelay();
    ports.deliveryRuns.setAvailable(false);
    await change();
    await expect(relay.runOnce()).rejects.toMatchObject({ code: "engine-unavailable" });
  });
});
