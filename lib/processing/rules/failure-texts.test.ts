import { describe, expect, test } from "vitest";
import { failureOf } from "./failure-texts";
import type { ReadFailureCode } from "./reading";

const CODES: readonly ReadFailureCode[] = [
  ...(["format-not-read", "no-text", "encrypted", "corrupt"] as const),
  ...(["file-empty", "too-large-to-read", "limit-exceeded", "processing-failed"] as const),
];

describe("a failure", () => {
  test.each(CODES)("%s says what is wrong and what to do, without any facts too", (code) => {
    const failure = failureOf(code);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(/^[A-Z].*\. .*\.$/);
    expect(failure.message).not.toMatch(/undefined|\(/);
  });

  test("names the facts that are known", () => {
    const { message } = failureOf("too-large-to-read", { megabytes: 1600 });
    expect(message).toMatch("too large to read (1600 MB).");
    expect(failureOf("format-not-read", { format: "image/tiff" }).message).toMatch("(image/tiff)");
  });
});
