import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { assertAcceptableSize } from "./object-size";

describe("the size of an uploaded object", () => {
  test.each([1, 99, 100])("of %i bytes, with a limit of 100, is accepted", (sizeBytes) => {
    expect(() => assertAcceptableSize(sizeBytes, 100)).not.toThrow();
  });

  test.each([
    [0, "file-empty"],
    [101, "file-too-large"],
    [5 * 1024 ** 3 + 1, "file-too-large"],
  ])("of %i bytes, with a limit of 100, is rejected as %s", (sizeBytes, code) => {
    expect(() => assertAcceptableSize(sizeBytes, 100)).toThrow(
      expect.objectContaining({ constructor: DomainError, code }),
    );
  });

  test("a rejection states both sizes", () => {
    expect(() => assertAcceptableSize(101, 100)).toThrow(/is 101 bytes. The limit is 100/);
  });
});
