import { beforeEach, describe, expect, test } from "vitest";
import {
  arrangeRelay,
  createGate,
  driveTimers,
  passSeconds,
  settle,
} from "./testing/relay.fixture";

beforeEach(driveTimers);

describe("a slow check for overdue deliveries", () => {
  test("postpones the next check until it has ended", async () => {
    const { relay, ports, counts, begin, doBeforeLooks } = await arrangeRelay();
    const run = await begin();
    ports.clock.advanceSeconds(3);
    const gate = createGate();
    doBeforeLooks(gate.pass);
    relay.start();
    await passSeconds(20);
    expect(counts.looks).toBe(1);
    await gate.letOneGo();
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
    await passSeconds(5);
    expect(counts.looks).toBe(2);
    await gate.letOneGo();
  });

  test("that succeeds after a failure logs one line", async () => {
    const { relay, lines, doBeforeLooks } = await arrangeRelay();
    doBeforeLooks(() => Promise.reject(new Error("the database is away")));
    relay.start();
    await passSeconds(5);
    const gate = createGate();
    doBeforeLooks(gate.pass);
    await passSeconds(15);
    await gate.letOneGo();
    expect(lines()).toEqual([
      [40, "watching overdue deliveries is not working at the moment; it will try again"],
      [30, "watching overdue deliveries works again"],
    ]);
  });

  test("is shared by concurrent callers", async () => {
    const { relay, ports, counts, begin, doBeforeLooks } = await arrangeRelay();
    const run = await begin();
    ports.clock.advanceSeconds(3);
    const gate = createGate();
    doBeforeLooks(gate.pass);
    relay.start();
    await passSeconds(5);
    const once = [relay.runOnce(), relay.runOnce()];
    await settle();
    expect(counts.looks).toBe(1);
    await gate.letOneGo();
    expect(await Promise.all(once)).toEqual(Array(2).fill({ frozen: 0, overdue: 1 }));
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
  });

  test("that fails is followed by a new check", async () => {
    const { relay, counts, doBeforeLooks } = await arrangeRelay();
    doBeforeLooks(() => Promise.reject(new Error("the database is away")));
    await expect(relay.runOnce()).rejects.toThrow("the database is away");
    doBeforeLooks(async () => undefined);
    expect(await relay.runOnce()).toEqual({ frozen: 0, overdue: 0 });
    expect(counts.looks).toBe(2);
  });
});
