import { expect, test } from "vitest";
import { identifierOf, mergeFormerRows } from "./merge-former-rows";

const rows = (...identifiers: string[]) => identifiers.map((identifier) => ({ identifier }));
const shown = (...merged: Parameters<typeof mergeFormerRows>) =>
  mergeFormerRows(...merged).map((one) => `${one.kind} ${identifierOf(one)}`);

test("a former row is kept in its place, regardless of the order in which rows left the list", () => {
  const second = { identifier: "B", above: ["A"] };
  const first = { identifier: "A", above: [] };

  expect(shown(rows("A", "B", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("A", "C"), [second])).toEqual(["row A", "kept B", "row C"]);
  expect(shown(rows("C"), [second, first])).toEqual(["kept A", "kept B", "row C"]);
  expect(shown(rows("C"), [first, second])).toEqual(["kept A", "kept B", "row C"]);
});

test("a former row is kept below the nearest preceding row that is still in the list", () => {
  const former = { identifier: "D", above: ["A", "B", "C"] };

  expect(shown(rows("A", "B", "E"), [former])).toEqual(["row A", "row B", "kept D", "row E"]);
  expect(shown(rows("A", "E"), [former])).toEqual(["row A", "kept D", "row E"]);
  expect(shown(rows("E"), [former])).toEqual(["kept D", "row E"]);
});

test("a former row is kept even if no other row is left", () => {
  expect(shown([], [{ identifier: "A", above: [] }])).toEqual(["kept A"]);
});
