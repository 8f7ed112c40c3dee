import { describe, expect, test } from "vitest";
import { renderFigures } from "./figures";

const FIGURES = {
  description: "1,000,000 documents.",
  reads: [
    { what: "a page", smallMs: 1, largeMs: 3 },
    { what: "a walk", smallMs: 1, largeMs: 3.1 },
  ],
  writes: [
    { what: "create", emptyPerSecond: 1000, largePerSecond: 900 },
    { what: "report", emptyPerSecond: 1000, largePerSecond: 899 },
  ],
  scans: [],
};

describe("the figures of many documents", () => {
  test("a call may take three times as long, writes may lose a tenth", () => {
    const text = renderFigures(FIGURES);
    expect(text).toMatch(/\| a page +\|.*\| met +\|/);
    expect(text).toMatch(/\| a walk +\|.*\| not met +\|/);
    expect(text).toMatch(/- create: .* ratio 0\.90; .*: met\./);
    expect(text).toMatch(/- report: .* ratio 0\.90; .*: not met\./);
    expect(text).toContain("Calls over 3 times: 1 of 2; aim none: not met.");
  });

  test("one scan is one too many", () => {
    expect(renderFigures({ ...FIGURES, scans: ["a plan"] })).toContain(
      "end to end: 1; aim none: not met.",
    );
  });
});
