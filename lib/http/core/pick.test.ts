import { expect, test } from "vitest";
import { z } from "zod";
import { pick } from "./pick";
import { time } from "./schemas";

const record = z.strictObject({ name: z.string(), at: time, endedAt: time.nullable() });
const AT = new Date("2026-03-01T12:00:00.123Z");

test("properties that the schema does not contain are dropped", () => {
  const value = { objectKey: "documents/a", endedAt: null, at: AT, name: "a.pdf" };
  expect(pick(record, value)).toEqual({
    name: "a.pdf",
    at: "2026-03-01T12:00:00.123Z",
    endedAt: null,
  });
});

test("properties are in schema order, so that equal records are written as equal JSON", () => {
  const value = { endedAt: AT, at: AT, name: "a.pdf" };
  expect(Object.keys(pick(record, value))).toEqual(["name", "at", "endedAt"]);
});

test("a value that lacks a property of the schema does not compile", () => {
  // @ts-expect-error `at` is missing.
  expect(() => record.parse(pick(record, { name: "a.pdf", endedAt: null }))).toThrow();
});
