import { expect, test } from "vitest";
import { splitAtDrop } from "./measure-browser";

const task = (startMs: number, endMs: number) => ({ startMs, endMs });

test("a task that contains the drop is split into a part before and a part after it", () => {
  const tasks = [task(0, 300), task(400, 900), task(1_000, 1_070)];
  expect(splitAtDrop(tasks, 850)).toEqual({ browserMs: 450, longestTaskMs: 70 });
  expect(splitAtDrop(tasks, 450)).toEqual({ browserMs: 300, longestTaskMs: 450 });
});

test("reports no blocked time if there were no long tasks", () => {
  expect(splitAtDrop([], 100)).toEqual({ browserMs: 0, longestTaskMs: 0 });
  expect(splitAtDrop([task(200, 300)], 100)).toEqual({ browserMs: 0, longestTaskMs: 100 });
});
