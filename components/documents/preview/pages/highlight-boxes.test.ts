import { describe, expect, test } from "vitest";
import { highlightAt, showInRegion, turnBox } from "./highlight-boxes";

const BOX = [0.1, 0.2, 0.3, 0.25] as const;

describe("a box on a rotated page", () => {
  test.each([
    [0, [0.1, 0.2, 0.3, 0.25]],
    [90, [0.75, 0.1, 0.8, 0.3]],
    [180, [0.7, 0.75, 0.9, 0.8]],
    [270, [0.2, 0.7, 0.25, 0.9]],
  ] as const)("covers its words after a rotation of %d°", (rotation, seen) => {
    for (const [index, value] of turnBox(BOX, rotation).entries()) {
      expect(value).toBeCloseTo(seen[index] ?? Number.NaN);
    }
  });
});

describe("the highlight under the pointer", () => {
  const highlights = [
    { id: "line", page: 1, bbox: [0, 0.1, 1, 0.3] as const },
    { id: "word", page: 1, bbox: BOX },
    { id: "nowhere", page: 1, bbox: null },
  ];

  test("is the smallest of the overlapping ones", () => {
    expect(highlightAt(highlights, { x: 0.2, y: 0.22 }, 0)).toBe("word");
    expect(highlightAt(highlights, { x: 0.5, y: 0.22 }, 0)).toBe("line");
    expect(highlightAt(highlights, { x: 0.5, y: 0.9 }, 0)).toBeNull();
    expect(highlightAt(highlights, { x: 0.78, y: 0.2 }, 90)).toBe("word");
  });
});

function arrangeRegion() {
  const calls: unknown[] = [];
  const scrollTo = (to: unknown) => void calls.push(to);
  const window = { scrollTop: 100, scrollLeft: 0, clientHeight: 300, clientWidth: 200 };
  return { calls, region: { ...window, scrollTo: scrollTo as HTMLElement["scrollTo"] } };
}

test("a region does not scroll to a place that is already visible", () => {
  const { calls, region } = arrangeRegion();
  showInRegion(region, { top: 130, bottom: 150, left: 10, right: 60 });
  expect(calls).toEqual([]);
});

test("a place below the visible part of a region is scrolled to the upper third of that part", () => {
  const { calls, region } = arrangeRegion();
  showInRegion(region, { top: 590, bottom: 610, left: 50, right: 150 });
  expect(calls).toEqual([{ top: 500, left: 0 }]);
});
