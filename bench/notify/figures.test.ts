import { expect, test } from "vitest";
import { middleOf, type NotifyFigures, renderFigures, toLatency } from "./figures";

const drain = (changesPerSecond: number) => ({ changesPerSecond, requests: 200 });
const FIGURES: NotifyFigures = {
  receipt: [
    toLatency("idle", [10, 20, 70]),
    toLatency("50/s", [20, 249]),
    toLatency("200/s", [20, 401]),
  ],
  stream: {
    product: [drain(4_000), drain(6_000), drain(5_000)],
    bare: [drain(9_000), drain(10_000), drain(30_000)],
  },
  backlog: { product: [drain(4_000)], bare: [drain(9_000)] },
  accepting: toLatency("100/s", [1, 10]),
  hanging: toLatency("100/s", [1, 10.6]),
  processing: {
    documents: 500,
    receipt: [toLatency("50/s", [10, 20]), toLatency("50/s", [10, 24])],
    answer: [toLatency("50/s", [1, 2]), toLatency("50/s", [1, 2.5])],
  },
};

test("summarises values as their median and 99th percentile", () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(toLatency("idle", values)).toEqual({ load: "idle", count: 200, p50Ms: 100, p99Ms: 198 });
});

test("combines several rounds into the median of each figure", () => {
  const rounds = [
    [1, 9],
    [2, 8],
    [300, 700],
  ].map((values) => toLatency("100/s", values));
  expect(middleOf(rounds)).toEqual({ load: "100/s", count: 6, p50Ms: 2, p99Ms: 9 });
});

test("gives a verdict for each target", () => {
  const text = renderFigures(FIGURES);
  expect(text).toContain("idle: p50 20.0 ms; target at most 60 ms: met.");
  expect(text).toContain("50/s: p99 249.0 ms; target at most 250 ms: met.");
  expect(text).toContain("200/s: p99 401.0 ms; target at most 400 ms: not met.");
  expect(text).toContain("a stream of changes: 0.50 of the bare drain; target at least 0.5: met.");
  expect(text).toContain("a backlog: 0.44 of the bare drain; target at least 0.5: not met.");
  expect(text).toContain("6.0% at the API's p99; target less than 5%: not met.");
  expect(text).toContain(
    "waiting for processing: 1.20 times the p99 without them; target at most 1.2: met.",
  );
  expect(text).toContain(
    "waiting for processing: 1.25 times the p99 without them; target at most 1.2: not met.",
  );
});
