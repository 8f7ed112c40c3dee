import { describe, expect, test } from "vitest";
import { layOutPages, PAGE_GAP, pageAt, stepZoom } from "./page-layout";

const A4 = { width: 800, height: 1_000 };
const area = { width: 424, height: 300 };
const layOut = (count: number, zoom: "width" | "page" | number, rotation: 0 | 90 = 0) =>
  layOutPages(Array(count).fill(A4), { zoom, rotation, area });

describe("the column of pages", () => {
  test("fits the width minus the gaps", () => {
    const { places, height } = layOut(2, "width");
    expect(places[0]).toEqual({ top: PAGE_GAP, width: 400, height: 500, scale: 0.5 });
    expect(places[1]?.top).toBe(PAGE_GAP + 500 + PAGE_GAP);
    expect(height).toBe(2 * 500 + 3 * PAGE_GAP);
  });

  test("fits whole pages, including rotated ones", () => {
    expect(layOut(1, "page").places[0]).toMatchObject({ height: 276 });
    expect(layOut(1, "width", 90).places[0]).toMatchObject({ width: 400, height: 320 });
  });

  test("keeps a requested scale", () => {
    expect(layOut(1, 2).places[0]).toMatchObject({ width: 1_600, height: 2_000 });
  });

  test("keeps pages that claim to be kilometres long within the range that browsers can place", () => {
    const size = { width: 100, height: 100_000_000 };
    const { places, height } = layOutPages([size], { zoom: "width", rotation: 0, area });
    expect(places[0]?.height).toBeLessThanOrEqual(20_000);
    expect(height).toBeLessThanOrEqual(12_100_000);
    const many = layOutPages(Array(100_000).fill(A4), { zoom: 5, rotation: 0, area });
    expect(many.height).toBeLessThan(16_000_000);
  });
});

describe("the page at a vertical position", () => {
  test("is the last page that begins at or above that position", () => {
    const layout = layOut(3, "width");
    expect([0, 511, 512, 1_023, 1_024, 99_999].map((y) => pageAt(layout, y))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
  });
});

describe("a zoom step", () => {
  test.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [0.42, 1, 0.5],
    [5, 1, 5],
    [0.1, -1, 0.1],
  ] as const)("from %d in direction %d leads to %d", (from, direction, to) => {
    expect(stepZoom(from, direction)).toBe(to);
  });
});
