import { expect, test } from "vitest";
import { createRelativeClock } from "./relative-clock";

const MINUTE_MS = 60_000;

function clockUnderTest() {
  const ticks = new Set<() => void>();
  const shown = new Set<() => void>();
  const listen = (all: Set<() => void>, run: () => void) => {
    all.add(run);
    return () => void all.delete(run);
  };
  let nowMs = 0;
  const watch = createRelativeClock({
    nowMs: () => nowMs,
    every: (_, run) => listen(ticks, run),
    onShown: (run) => listen(shown, run),
  });
  const pass = (ms: number, jittersMs: readonly [number, number] = [0, 0]) => {
    const endMs = nowMs + ms;
    for (let nth = 0; nowMs < endMs; nth += 1) {
      nowMs += 1_000 + (jittersMs[nth % 2] ?? 0);
      for (const tick of ticks) tick();
    }
  };
  const sleep = (ms: number) => {
    nowMs += ms;
    for (const show of shown) show();
  };
  return { watch, pass, sleep, ticks, shown };
}

/** Counts how often the listener for a time is called. */
function countOf(watch: ReturnType<typeof createRelativeClock>, atMs: number) {
  const count = { calls: 0 };
  const end = watch(atMs, () => {
    count.calls += 1;
  });
  return { count, end };
}

test("a listener is called every second for recent times, every 10 s for minutes, and every minute for hours", () => {
  const { watch, pass } = clockUnderTest();
  const now = countOf(watch, 0);
  const minutesAgo = countOf(watch, -5 * MINUTE_MS);
  const hoursAgo = countOf(watch, -300 * MINUTE_MS);
  pass(MINUTE_MS);

  expect([now, minutesAgo, hoursAgo].map(({ count }) => count.calls)).toEqual([60, 6, 1]);
});

test("a tick that comes slightly early or late does not skip a second", () => {
  const { watch, pass } = clockUnderTest();
  const { count } = countOf(watch, 0);
  pass(MINUTE_MS, [1, -1]);

  expect(count.calls).toBe(60);
});

test("a listener is called less often as its time becomes older", () => {
  const { watch, pass } = clockUnderTest();
  const { count } = countOf(watch, 0);
  pass(2 * MINUTE_MS);
  const before = count.calls;
  pass(MINUTE_MS);

  expect(count.calls - before).toBe(6);
});

test("a page catches up as soon as it is shown again", () => {
  const { watch, sleep } = clockUnderTest();
  const { count } = countOf(watch, -300 * MINUTE_MS);
  sleep(20_000);

  expect(count.calls).toBe(1);
});

test("the timer does not run while no time is watched", () => {
  const { watch, ticks, shown } = clockUnderTest();
  const first = countOf(watch, 0);
  const second = countOf(watch, 0);
  first.end();
  expect(ticks.size + shown.size).toBe(2);
  second.end();
  second.end();

  expect(ticks.size + shown.size).toBe(0);
});
