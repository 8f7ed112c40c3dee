import { expect, test } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { problem } from "./cockpit.fixture";
import { fileOf, storeUnderTest, turns } from "./store.fixture";

const tooMany = (seconds: number) =>
  problem(429, "rate-limited", { "retry-after": String(seconds) });

test("a 429 during a large drop holds all calls for as long as it asks; the wait is counted down, and the calls then continue", async () => {
  const { cockpit, store, clock, add, until, untilIdle, names } = storeUnderTest();
  const summary = () => store.getSnapshot().summary;
  let refusals = 4;
  cockpit.mishap = () => {
    refusals -= 1;
    return refusals >= 0 ? tooMany(42) : null;
  };
  await add(...Array.from({ length: 40 }, (_, n) => fileOf(`${n}.pdf`)));
  await until(() => names("paused-rate-limit").length === 4);
  await until(() => summary().resumesInSeconds !== null);
  const calls = cockpit.log.length;
  const shown = new Set<number | null>();
  for (let second = 0; second < 41; second += 1) {
    shown.add(summary().resumesInSeconds);
    clock.advance(1000);
    await turns(3);
  }

  expect(calls).toBe(4);
  expect(cockpit.log).toHaveLength(calls);
  expect([...shown]).toEqual(Array.from({ length: 41 }, (_, n) => 42 - n));
  expect(store.hasUnfinished()).toBe(true);
  await untilIdle();
  expect(summary().resumesInSeconds).toBeNull();
  expect(names("done")).toHaveLength(40);
});

test("repeated 429s from the store do not fail an upload, with or without a wait time", async () => {
  const { cockpit, clock, add, untilIdle, entry } = storeUnderTest();
  let refusals = 60;
  cockpit.putMishap = () => {
    refusals -= 1;
    if (refusals < 0) return;
    const retryAfterSeconds = refusals % 2 === 0 ? null : 60;
    throw new CallFailure("busy", { isTransient: true, status: 429, retryAfterSeconds });
  };
  await add(fileOf("a.pdf"));
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(60_000);
    await turns();
  }
  await untilIdle();

  expect(refusals).toBeLessThan(0);
  expect(entry("a.pdf")).toMatchObject({ state: "done", failure: null });
  expect(cockpit.statuses()).toEqual({ "a.pdf": [2] });
});

test("an upload that is waiting after a 429 can be cancelled, and is paused if the session ends", async () => {
  const { cockpit, store, add, entry, until, untilIdle, names } = storeUnderTest();
  cockpit.mishap = (call) => (call === "POST documents" ? tooMany(30) : null);
  await add(fileOf("a.pdf"), fileOf("b.pdf"));
  await until(() => names("paused-rate-limit").length === 2);
  store.cancel(entry("a.pdf")?.id ?? "");
  store.pauseSignedOut();
  await until(() => names("paused-signed-out").length === 1);
  cockpit.mishap = () => null;
  store.resume();
  await untilIdle();

  expect(names("cancelled")).toEqual(["a.pdf"]);
  expect(cockpit.statuses()).toEqual({ "b.pdf": [2] });
});
