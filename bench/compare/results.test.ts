import { expect, test } from "vitest";
import type { Idle, Measured, Measurements } from "./measure";
import { type Results, renderResults } from "./results";
import type { BurstFigures } from "./run-burst";

const burst = (requestsPerSecond: number, cpuMs: number | null, receiptMs = 50): BurstFigures => ({
  requests: 100,
  requestsPerSecond,
  p50Ms: 4,
  p99Ms: 9,
  cpu: cpuMs === null ? null : { wholeMs: cpuMs, partsMs: { web: cpuMs / 2 } },
  delivery: { p50Ms: receiptMs, p99Ms: 2 * receiptMs, changesPerSecond: 90 },
});

const measured = (
  side: Measured["side"],
  call: Measured["call"],
  rounds: readonly BurstFigures[],
): Measured[] => rounds.map((figures) => ({ side, call, callers: 10, figures }));

const delivery = (p50Ms: number) => ({ p50Ms, p99Ms: 2 * p50Ms, changesPerSecond: 5 });

const atRate = (isNotifying: boolean, rounds: readonly number[]) =>
  rounds.map((cpuMs) => ({ side: "product" as const, isNotifying, cpuMs }));

const MEASUREMENTS: Measurements = {
  rounds: 3,
  callers: [10],
  bursts: [
    ...measured("product", "create", [burst(310, 2.9), burst(150, 3), burst(290, 3.2, 180)]),
    ...measured("payload", "create", [burst(100, 9), burst(50, 9), burst(100, 9)]),
    ...measured("product", "report", [burst(200, 6.1), burst(200, 6.1), burst(200, 6.1)]),
    ...measured("payload", "report", [burst(100, 9), burst(100, 9), burst(100, 9)]),
    ...measured("payload", "verifiedReport", [burst(50, 9), burst(50, 9), burst(50, 9)]),
    ...measured("product", "read", [burst(900, 1.6), burst(900, 1.6), burst(900, 1.6)]),
    ...measured("empty", "read", [burst(1_800, 0.8), burst(1_800, 0.8), burst(1_800, 0.8)]),
  ],
  oneAtATime: [
    ...[19, 20, 30].map((p50Ms) => ({ side: "product" as const, figures: delivery(p50Ms) })),
    ...[6, 6, 6].map((p50Ms) => ({ side: "svix" as const, figures: delivery(p50Ms) })),
  ],
  atRate: [...atRate(true, [18, 19, 21]), ...atRate(false, [4, 5, 5])],
};

const IDLE: Idle = { seconds: 20, cpuShare: 0.01, pssMebibytes: 300.4 };

const render = (differences: Partial<Results> = {}) =>
  renderResults({
    measurements: MEASUREMENTS,
    idle: IDLE,
    idleAfterLoad: { ...IDLE, cpuShare: 0.0101, pssMebibytes: 280 },
    date: new Date("2026-11-22T12:00:00Z"),
    load: ", load 0.1 before and 2.0 after",
    strangersShare: 0.184,
    ...differences,
  });

test("the results name the machine and the load of other programs", () => {
  const text = render();

  expect(text).toContain(
    "measured on 2026-11-22, load 0.1 before and 2.0 after, other programs used 18% of the machine.",
  );
  expect(text).toContain("3 rounds. Each cell");
});

test("a cell shows the median with the spread, and ratios compare figures from the same round", () => {
  const text = render();

  expect(text).toMatch(/\| create +\| 10 +\| 290 \(150–310\) +\| 3\.00 \(2\.90–3\.10\) +\| – +\|/);
  expect(text).toMatch(/\| read +\| 10 +\| 900 +\| – +\| 0\.50 +\|/);
  expect(text).toMatch(/\| report, verified by both +\| 10 +\| 200 +\| 4\.00 +\|/);
});

test("a target is met if the median equals it exactly", () => {
  const text = render();

  expect(text).toContain("- create: 3.00 (2.90–3.10) times Payload; target at least 3 times: met.");
  expect(text).toContain(
    "create, CPU of all processes: 3.00 (2.90–3.20) ms; target at most 3 ms: met.",
  );
  expect(text).toContain("one at a time, p50: 20.0 (19.0–30.0) ms; target at most 20 ms: met.");
  expect(text).toContain("10 callers, p50: 50.0 (50.0–180.0) ms; target at most 75 ms: met.");
  expect(text).toContain("10 callers, p99: 100.0 (100.0–360.0) ms; target at most 250 ms: met.");
  expect(text).toContain("idle after the start, 20 s: 1.00% of a core; target at most 1%: met.");
});

test("a missed target is reported as not met", () => {
  const text = render();

  expect(text).toContain(
    "- report, verified only by Stagedoor: 2.00 times Payload; target at least 3 times: not met.",
  );
  expect(text).toContain(
    "verified report, CPU of all processes: 6.10 ms; target at most 6 ms: not met.",
  );
  expect(text).toContain("idle after the start: 300 MiB (PSS); target at most 300 MiB: not met.");
  expect(text).toContain("idle after the load, 20 s: 1.01% of a core; target at most 1%: not met.");
});

test("the comparison with the peer's verified report has no target", () => {
  expect(render()).toContain("- report, verified by both: 4.00 times Payload, for comparison.");
});

test("the CPU time of one notification is the difference between a change with and without a webhook in the same round", () => {
  expect(render()).toContain(
    "one notification at 10/s, CPU: 14.0 (14.0–16.0) ms; target at most 15 ms: met.",
  );
});

test("figures that were not measured are not judged", () => {
  const nothing: Measurements = {
    rounds: 1,
    callers: [10],
    bursts: [],
    oneAtATime: [],
    atRate: [],
  };
  const none: Idle = { seconds: 20, cpuShare: null, pssMebibytes: null };
  const text = render({
    measurements: nothing,
    idle: none,
    idleAfterLoad: none,
    strangersShare: null,
  });

  expect(text).toContain("- create: – times Payload; target at least 3 times: not measured.");
  expect(text).toContain(
    "one notification at 10/s, CPU: – ms; target at most 15 ms: not measured.",
  );
  expect(text).toContain(
    "idle after the start: – MiB (PSS); target at most 300 MiB: not measured.",
  );
  expect(text).not.toContain("other programs");
});
