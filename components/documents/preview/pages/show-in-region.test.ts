import { expect, test } from "vitest";
import { showInRegion } from "./show-in-region";

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
