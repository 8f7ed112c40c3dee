import { expect, test } from "vitest";
import { placeOf } from "./place-of";

test("a fault reports its place, but no part of a message that looks like a place", () => {
  const error = new RangeError("cannot parse\n    at Erika Mustermann, IBAN DE02\nend");
  expect(placeOf(error)).toMatch(/^RangeError at .*place-of\.test\.ts:\d+:\d+\)?$/);
});

test("a fault whose place is unknown reports only the kind of its error", () => {
  const error = new Error("changed");
  error.stack = "Error: before\n    at Erika (file.pdf:1:1)";
  expect(placeOf(error)).toBe("Error");
  expect(placeOf("Erika Mustermann")).toBe("unknown");
});
