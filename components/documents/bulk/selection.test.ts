import { expect, test } from "vitest";
import { NOTHING, toggled, toggledShown } from "./selection";

const shown = ["a", "b", "c", "d"];
const one = { shown, isRange: false };
const range = { shown, isRange: true };
const uuidsOf = ({ uuids }: typeof NOTHING) => [...uuids].toSorted();

test("a row is selected, and cleared when it is chosen again", () => {
  const first = toggled(NOTHING, "b", one);
  expect(uuidsOf(first)).toEqual(["b"]);
  expect(uuidsOf(toggled(first, "b", one))).toEqual([]);
});

test("a range extends from the last row in both directions, and is cleared the same way", () => {
  const down = toggled(toggled(NOTHING, "b", one), "d", range);
  expect(uuidsOf(down)).toEqual(["b", "c", "d"]);
  expect(uuidsOf(toggled(toggled(NOTHING, "c", one), "a", range))).toEqual(["a", "b", "c"]);
  expect(uuidsOf(toggled(down, "c", range))).toEqual(["b"]);
  expect(uuidsOf(toggled(NOTHING, "c", range))).toEqual(["c"]);
});

test("all rows that are shown are selected together, and cleared if they all are", () => {
  const all = toggledShown(toggled(NOTHING, "x", one), shown);
  expect(uuidsOf(all)).toEqual(["a", "b", "c", "d", "x"]);
  expect(toggledShown(all, shown)).toEqual(NOTHING);
});

test("clearing a row while all matching documents are selected leaves the other rows that are shown", () => {
  const all = { ...NOTHING, isAll: true };
  expect(toggled(all, "b", one)).toMatchObject({ isAll: false, uuids: new Set(["a", "c", "d"]) });
  expect(toggledShown(all, shown)).toEqual(NOTHING);
});
