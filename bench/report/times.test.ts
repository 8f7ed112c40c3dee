import { expect, test } from "vitest";
import { ratioSpread, spreadOf, toSpread } from "./times";

test("a spread is the median, the minimum and the maximum", () => {
  expect(toSpread([3, 1, 10])).toEqual({ median: 3, min: 1, max: 10 });
  expect(toSpread([4, 1, 2, 10])).toEqual({ median: 3, min: 1, max: 10 });
  expect(toSpread([7])).toEqual({ median: 7, min: 7, max: 7 });
  expect(toSpread([])).toBeNull();
});

test("rounds without a figure do not count", () => {
  const rounds = [{ ms: 4 }, { ms: null }, { ms: 6 }, {}];

  expect(spreadOf<{ ms?: number | null }>(rounds, ({ ms }) => ms)?.median).toBe(5);
  expect(spreadOf([{ ms: null }], ({ ms }) => ms)).toBeNull();
});

test("a ratio compares figures from the same round, not the medians", () => {
  // Other load halved the figures of both sides in the second round.
  expect(ratioSpread([300, 150, 330], [100, 50, 100])).toEqual({ median: 3, min: 3, max: 3.3 });
});

test("a round in which one side is missing or 0 has no ratio", () => {
  expect(ratioSpread([300, null, 200, 100], [100, 100, 0, undefined])?.median).toBe(3);
  expect(ratioSpread([300], [])).toBeNull();
});
