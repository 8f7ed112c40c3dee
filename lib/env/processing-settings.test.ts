import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

const read = (given: Record<string, string>) => readSettings(given).processing;

describe("processing", () => {
  test("is decided by the database while PROCESSOR is not set, one document at a time, with an hour of lease", () => {
    expect(read({})).toEqual({ processor: null, concurrency: 1, leaseSeconds: 3600 });
  });

  test.each(["builtin", "external", "none"])("PROCESSOR=%s wins", (processor) => {
    expect(read({ PROCESSOR: processor })).toMatchObject({ processor });
  });

  test.each([
    ["PROCESSOR", "inhouse", "must be builtin, external or none"],
    ["PROCESSOR_CONCURRENCY", "0", "must be from 1 to 64"],
    ["PROCESSING_LEASE_SECONDS", "59", "must be from 60 to 604800"],
  ])("%s=%s stops the start", (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(`The setting ${name} ${sentence}.`);
  });
});
