import { expect, test } from "vitest";
import { identifierOf, mergeKept } from "./merge-kept";

const rows = (...identifiers: string[]) => identifiers.map((identifier) => ({ identifier }));
const shown = (...merged: Parameters<typeof mergeKept>) =>
  mergeKept(...merged).map((one) => `${one.kind} ${identifierOf(one)}`);

test("keeps a former row in its place, regardless of the order in which rows left", () => {
  const second = { identifier: "B", above: ["A"] };
  const first = { identifier: "A", above: [] };

  expect(shown(rows("A", "B", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("A", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("C"), [second, first])).toEqual(["kept A", "kept B", "row C"]);
  expect(shown(rows("C"), [first, second])).toEqual(["kept A", "kept B", "row C"]);
});

test("keeps a former row below the nearest preceding row that is still there", () => {
  const kept = { identifier: "D", above: ["A", "B", "C"] };

  expect(shown(rows("A", "B", "E"), [kept])).toEqual(["row A", "row B", "kept D", "row E"]);
  expect(shown(rows("A", "E"), [kept])).toEqual(["row A", "kept D", "row E"]);
  expect(shown(rows("E"), [kept])).toEqual(["kept D", "row E"]);
});

test("keeps a former row even if no other row is left", () => {
  expect(shown([], [{ identifier: "A", above: [] }])).toEqual(["kept A"]);
});
