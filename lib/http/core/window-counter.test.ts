import { expect, test } from "vitest";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createWindowCounter } from "./rate-limits";

function arrange({ namesMax = 1000 } = {}) {
  const clock = createFixedClock();
  return { clock, counter: createWindowCounter({ windowMs: 60_000, namesMax }, clock) };
}

test("calls with the same name are counted for a minute, starting with the first call", () => {
  const { clock, counter } = arrange();
  expect(counter.count("a")).toEqual({ calls: 1, restMs: 60_000 });
  clock.advanceSeconds(59);
  expect(counter.count("a")).toEqual({ calls: 2, restMs: 1000 });
  expect(counter.count("b")).toEqual({ calls: 1, restMs: 60_000 });
  clock.advanceSeconds(1);
  expect(counter.count("a")).toEqual({ calls: 1, restMs: 60_000 });
});

test("names whose minute has passed make room for new ones", () => {
  const { clock, counter } = arrange();
  for (let n = 0; n < 100; n += 1) counter.count(`old ${n}`);
  clock.advanceSeconds(60);
  counter.count("new");
  expect(counter.size()).toBe(1);
});

test("a full counter drops only the window that started first", () => {
  const { clock, counter } = arrange({ namesMax: 3 });
  for (const name of ["a", "b", "c"]) {
    counter.count(name);
    clock.advanceSeconds(1);
  }
  // The oldest window is dropped even if it is in use, because otherwise a client could keep the names of other clients
  // out of the counter.
  counter.count("a");
  counter.count("d");
  expect(counter.size()).toBe(3);
  expect([counter.count("b").calls, counter.count("c").calls]).toEqual([2, 2]);
  expect(counter.count("a").calls).toBe(1);
});

test("a name that is counted again after its minute becomes the newest name", () => {
  const { clock, counter } = arrange({ namesMax: 2 });
  counter.count("a");
  clock.advanceSeconds(59);
  counter.count("b");
  clock.advanceSeconds(1);
  counter.count("a");
  counter.count("c");
  expect(counter.count("a").calls).toBe(2);
});

test("if the clock is set back, nobody is rejected for longer than a minute", () => {
  const { clock, counter } = arrange();
  counter.count("a");
  clock.advanceSeconds(-3600);
  expect(counter.count("a")).toEqual({ calls: 1, restMs: 60_000 });
});

test("any sequence of calls is counted just as a linear search through a list would count it", () => {
  const namesMax = 5;
  const { clock, counter } = arrange({ namesMax });
  let windows: { name: string; calls: number; endMs: number }[] = [];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let turn = 0; turn < 5000; turn += 1) {
    clock.advanceSeconds(random(12));
    const name = `name ${random(9)}`;
    const nowMs = clock.now().getTime();
    const known = windows.find((each) => each.name === name && each.endMs > nowMs);
    if (known) known.calls += 1;
    else {
      windows = windows.filter((each) => each.name !== name && each.endMs > nowMs);
      windows = [...windows.slice(1 - namesMax), { name, calls: 1, endMs: nowMs + 60_000 }];
    }
    expect(counter.count(name).calls).toBe(known?.calls ?? 1);
  }
});
