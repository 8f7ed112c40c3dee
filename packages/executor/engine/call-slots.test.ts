import { expect, test } from "vitest";
import type { ServedFunction } from "../protocol/served-function";
import { createCallSlots } from "./call-slots";
import type { LiveRun } from "./live-runs";

/**
 * Creates slots whose link the test opens and closes and whose calls the test ends. By default, each function has a
 * concurrency limit with a key.
 */
function arrange({ limit = 1, callsMax = 20, key = ["data", "id"] as string[] | null } = {}) {
  const state = { isOpen: true, limit };
  const called: string[] = [];
  const ends = new Map<string, () => void>();
  const slots = createCallSlots({
    callsMax,
    mayCall: () => state.isOpen,
    functionOf: (run) => served(run.functionId, { limit: state.limit, key }),
    call: (run) =>
      new Promise((resolve) => {
        called.push(run.id);
        ends.set(run.id, resolve);
      }),
  });
  const end = async (id: string) => {
    ends.get(id)?.();
    // The slot is released only after the promise of the call has settled.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { slots, state, called, end };
}

const served = (id: string, concurrency: ServedFunction["concurrency"]): ServedFunction => ({
  id,
  name: id,
  triggers: [],
  cancels: [],
  concurrency,
  attemptsMax: 1,
});

const run = (id: string, functionId = "f"): LiveRun => ({
  id,
  functionId,
  concurrencyKey: null,
  seq: 0,
  phase: "call",
  dueAtMs: 0,
  waitEvent: null,
  state: null,
  misses: 0,
  losses: 0,
});

test("a run moves up if the run before it is withdrawn while the link is closed", async () => {
  const { slots, state, called, end } = arrange();
  const [a, b, c] = [run("a"), run("b"), run("c")];
  for (const one of [a, b, c]) slots.request(one);
  state.isOpen = false;
  await end("a");
  slots.withdraw(b);
  state.isOpen = true;
  slots.pump();
  expect(called).toEqual(["a", "c"]);
});

test("a run moves up if the run before it is withdrawn while all slots are in use", async () => {
  const { slots, called, end } = arrange({ callsMax: 2 });
  const b = run("b");
  for (const one of [run("a"), b, run("c"), run("x", "g"), run("y", "h")]) slots.request(one);
  await end("a");
  slots.withdraw(b);
  await end("x");
  await end("y");
  expect(called).toEqual(["a", "x", "y", "c"]);
});

test("a raised limit takes effect immediately, and a lowered limit applies to later runs", async () => {
  const { slots, state, called, end } = arrange();
  for (const id of ["a", "b", "c", "d", "e", "f"]) slots.request(run(id));
  state.limit = 4;
  slots.pump();
  expect(called).toEqual(["a", "b", "c", "d"]);

  state.limit = 1;
  for (const id of ["a", "b", "c"]) await end(id);
  expect(called).toHaveLength(4);
  await end("d");
  expect(called).toEqual(["a", "b", "c", "d", "e"]);
});

test("a lowered limit applies to runs that are waiting for a slot", () => {
  const { slots, state, called } = arrange({ limit: 3 });
  state.isOpen = false;
  for (const id of ["a", "b", "c"]) slots.request(run(id));
  state.limit = 1;
  state.isOpen = true;
  slots.pump();
  expect(called).toEqual(["a"]);
});

test("a run whose key is busy does not block other runs, and each run keeps its place", async () => {
  const { slots, called, end } = arrange({ callsMax: 2 });
  for (const id of ["a", "b", "c"]) slots.request(run(id));
  slots.request(run("x", "g"));
  expect([called, slots.running]).toEqual([["a", "x"], 2]);
  expect([slots.isCalling("a"), slots.isCalling("b")]).toEqual([true, false]);
  await end("a");
  await end("b");
  expect(called).toEqual(["a", "x", "b", "c"]);
});

test("a function that limits itself has its own slots: long calls do not block other functions", async () => {
  const { slots, called, end } = arrange({ callsMax: 1, limit: 2, key: null });
  for (const id of ["long 1", "long 2", "long 3"]) slots.request(run(id, "process"));
  for (const id of ["a", "b", "c"]) slots.request(run(id, "deliver"));
  expect(called).toEqual(["long 1", "long 2", "a", "b"]);
  await end("a");
  expect(called.at(-1)).toBe("c");
  expect([slots.running, slots.isCalling("long 3")]).toEqual([4, false]);
  await end("long 2");
  expect(called.at(-1)).toBe("long 3");
});

test("a run that continues after a step is called before waiting runs, so runs end in the order they started", async () => {
  const { slots, called, end } = arrange({ key: null });
  for (const id of ["a", "b", "c"]) slots.request(run(id));
  slots.request({ ...run("a"), seq: 1 });
  await end("a");
  expect(called).toEqual(["a", "a"]);
  await end("a");
  expect(called).toEqual(["a", "a", "b"]);
});
