import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

const OWN = { DATABASE_URL: "postgresql://user:password@db/stagedoor" };

test.each([
  ["4", {}],
  ["70", {}],
  ["500", OWN],
])("a process is allowed %s connections with %j", (DATABASE_POOL_MAX, environment) => {
  const settings = readSettings({ ...environment, DATABASE_POOL_MAX });
  expect(settings.databasePoolMax).toBe(Number(DATABASE_POOL_MAX));
});

test.each([
  ["3", {}, "must be from 4 to 500."],
  ["501", OWN, "must be from 4 to 500."],
  ["ten", {}, "must be a whole number."],
  ["-1", {}, "must be a whole number."],
  ["71", {}, "must be at most 70 with the embedded PostgreSQL, which allows 100 connections."],
])("a process is not allowed %s connections with %j", (DATABASE_POOL_MAX, settings, problem) => {
  expect(() => readSettings({ ...settings, DATABASE_POOL_MAX })).toThrow(
    `The setting DATABASE_POOL_MAX ${problem}`,
  );
});

const read = (settings: Record<string, string>) => readSettings(settings).processing;

describe("processing", () => {
  test("without settings uses the choice in the database, reads one document at a time and has a lease of one hour", () => {
    expect(read({})).toEqual({ processor: null, concurrency: 1, leaseSeconds: 3600 });
  });

  test.each(["builtin", "external", "none"])(
    "with PROCESSOR=%s ignores the database",
    (processor) => {
      expect(read({ PROCESSOR: processor })).toMatchObject({ processor });
    },
  );

  test.each([
    ["PROCESSOR", "inhouse", "must be builtin, external or none"],
    ["PROCESSOR_CONCURRENCY", "0", "must be from 1 to 64"],
    ["PROCESSING_LEASE_SECONDS", "59", "must be from 60 to 604800"],
  ])("with %s=%s prevents startup", (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(`The setting ${name} ${sentence}.`);
  });
});
