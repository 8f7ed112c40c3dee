import { expect, test } from "vitest";
import { identifierOf, mergeKept } from "./merge-kept";

const rows = (...identifiers: string[]) => identifiers.map((identifier) => ({ identifier }));
const shown = (...merged: Parameters<typeof mergeKept>) =>
  mergeKept(...merged).map((one) => `${one.kind} ${identifierOf(one)}`);

test("what left the list is kept where it stood, whatever left before it", () => {
  const second = { identifier: "B", after: "A" };
  const first = { identifier: "A", after: null };

  expect(shown(rows("A", "B", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("A", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("C"), [second, first])).toEqual(["kept A", "kept B", "row C"]);
  expect(shown(rows("C"), [first, second])).toEqual(["kept A", "kept B", "row C"]);
});

test("the last row is kept alone", () => {
  expect(shown([], [{ identifier: "A", after: null }])).toEqual(["kept A"]);
});
