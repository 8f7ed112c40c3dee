import { describe, expect, test } from "vitest";
import { createDrivenClock } from "./driven-clock.fixture";
import { createLiveRuns, type LiveRun, NO_TROUBLE } from "./live-runs";

const waiting = (id: string, waitEvent: string): LiveRun => ({
  id,
  functionId: "f",
  concurrencyKey: null,
  seq: 0,
  phase: "wait",
  dueAtMs: 1_000,
  waitEvent,
  state: null,
  ...NO_TROUBLE,
});
const called = (run: LiveRun): LiveRun => ({ ...run, seq: 1, phase: "call", waitEvent: null });

function open() {
  const nobody = () => undefined;
  return createLiveRuns({ clock: createDrivenClock(0), onDue: nobody, onGone: nobody });
}

describe("an event has a waiting run", () => {
  test("as long as at least one run is waiting for it", () => {
    const live = open();
    expect(live.isAwaited("wake")).toBe(false);
    const [first, second] = [waiting("1", "wake"), waiting("2", "wake")];
    live.put(first);
    live.put(second);
    live.put(first);
    live.put(called(first));
    expect(live.isAwaited("wake")).toBe(true);
    live.remove(second.id);
    expect(live.isAwaited("wake")).toBe(false);
  });

  test("only if the run is waiting for an event with the same name", () => {
    const live = open();
    live.put(waiting("1", "wake"));
    expect(live.isAwaited("other")).toBe(false);
    live.put(waiting("1", "other"));
    expect([live.isAwaited("wake"), live.isAwaited("other")]).toEqual([false, true]);
  });
});
