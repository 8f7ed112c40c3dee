import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

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
