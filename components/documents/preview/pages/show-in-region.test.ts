import { expect, test } from "vitest";
import { showInRegion } from "./show-in-region";

function arrangeRegion() {
  const asked: unknown[] = [];
  const scrollTo = (to: unknown) => void asked.push(to);
  const window = { scrollTop: 100, scrollLeft: 0, clientHeight: 300, clientWidth: 200 };
  return { asked, region: { ...window, scrollTo: scrollTo as HTMLElement["scrollTo"] } };
}

test("a region does not scroll to a place that is already visible", () => {
  const { asked, region } = arrangeRegion();
  showInRegion(region, { top: 130, bottom: 150, left: 10, right: 60 });
  expect(asked).toEqual([]);
});

test("a place below the visible part of a region is scrolled to the upper third of that part", () => {
  const { asked, region } = arrangeRegion();
  showInRegion(region, { top: 590, bottom: 610, left: 50, right: 150 });
  expect(asked).toEqual([{ top: 500, left: 0 }]);
});
