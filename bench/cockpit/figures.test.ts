import { expect, test } from "vitest";
import { toTimes } from "../report/times";
import { type CockpitFigures, renderFigures } from "./figures";
import type { Drop } from "./measure-browser";

const row = (what: string, p50Ms: number) => ({ what, times: { count: 3, p50Ms, p99Ms: 9 } });
const drop = (what: Drop["what"], firstSignMs: number, longestTaskMs = 0): Drop => {
  return { what, firstSignMs, longestTaskMs, browserMs: 2 * longestTaskMs };
};

const SCROLL = {
  pages: 160,
  first: toTimes([100]),
  last: toTimes([150, 150]),
  elementsFirst: 1_000,
  elementsMost: 6_000,
  longestTaskMs: 60,
};

const FIGURES: CockpitFigures = {
  size: { assets: 5_000, documents: 200_000 },
  statements: [row("find", 0.2), row("tiles", 5)],
  http: [row("get", 2), row("page", 5)],
  drops: [
    drop("one", 40),
    drop("one", 41),
    drop("one", 39),
    drop("folder", 200),
    drop("many", 250, 300),
    drop("many", 100, 60),
    drop("many", 150),
  ],
  filesDropped: 4_000,
  firstLoad: { scriptBytes: 199_900, scripts: 14 },
  scroll: SCROLL,
  list: { ...SCROLL, pages: 100 },
  review: toTimes([40, 60, 50]),
  live: [
    { streams: 1, arrival: toTimes([10, 30, 20]), polling: toTimes([10]) },
    { streams: 50, arrival: toTimes([1_000]), polling: toTimes([10]) },
  ],
};

test("compares every figure with the reference figure from the same run", () => {
  const text = renderFigures(FIGURES);

  expect(text).toMatch(/^5,000 assets and 200,000 documents/);
  expect(text).toMatch(/\| tiles +\| 3 +\| 5\.0 +\| 9\.0 +\| 25\.0 +\|/);
  expect(text).toMatch(/\| page +\| 3 +\| 5\.0 +\| 9\.0 +\| 2\.5 +\|/);
  expect(text).toMatch(/\| 1 +\| 3 +\| 20\.0 +\| 30\.0 +\| 10\.0 +\| 2\.00 +\|/);
});

test("uses the median of several drops, and the longest task among all of them", () => {
  expect(renderFigures(FIGURES)).toMatch(
    /\| 4,000 files +\| 3 +\| 150 +\| 250 +\| 3\.8 +\| 300 +\| 600 +\|/,
  );
});

test("compares the last pages of a long scroll with the first pages, and the number of elements with the number at the start", () => {
  const text = renderFigures(FIGURES);
  expect(text).toMatch(/\| in the last ten of 160 +\| 2 +\| 150\.0 +\| 150\.0 +\| 1\.5 +\|/);
  expect(text).toContain(
    "- elements after 9,600 tiles: at most 6.0 times those of the first page; target under 6 times: not met; longest task 60 ms.",
  );
});

test("a target is met if the value is below the limit, but not if it equals the limit", () => {
  const text = renderFigures(FIGURES);

  expect(text).toContain("- first sign of 4,000 files: 150 ms; target under 200 ms: met.");
  expect(text).toContain("of a folder with 4,000 files: 200 ms; target under 200 ms: not met.");
  expect(text).toContain(
    "199.9 kB of compressed JavaScript in 14 files; target under 200 kB: met.",
  );
  expect(text).toContain(
    "- the next document to review after the key: median 50 ms, p99 60 ms; target under 100 ms: met.",
  );
  expect(text).toContain("- elements after 10,000 documents: at most 6.0 times");
  expect(text).toContain("reaches 1 open page: p99 30 ms; target under 1000 ms: met.");
  expect(text).toContain("reaches 50 open pages: p99 1,000 ms; target under 1000 ms: not met.");
});
