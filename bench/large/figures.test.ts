import { describe, expect, test } from "vitest";
import { renderFigures } from "./figures";

const FIGURES = {
  description: "1,000,000 documents.",
  reads: [
    { what: "a page", isGrowingCount: false, smallMs: 1, largeMs: 3 },
    { what: "a walk", isGrowingCount: false, smallMs: 1, largeMs: 3.1 },
    { what: "a growing count", isGrowingCount: true, smallMs: 1, largeMs: 3.1 },
  ],
  writes: [
    { what: "create", emptyPerSecond: 1000, largePerSecond: 900 },
    { what: "report", emptyPerSecond: 1000, largePerSecond: 899 },
  ],
  scans: [],
};

describe("the figures for many documents", () => {
  test("allow a call to take three times as long, and writes to be a tenth slower", () => {
    const text = renderFigures(FIGURES);
    expect(text).toMatch(/\| a page +\|.*\| met +\|/);
    expect(text).toMatch(/\| a walk +\|.*\| not met +\|/);
    expect(text).toMatch(/\| a growing count +\|.*\| none +\|/);
    expect(text).toMatch(/- create: .* ratio 0\.90; .*: met\./);
    expect(text).toMatch(/- report: .* ratio 0\.90; .*: not met\./);
    expect(text).toContain("Calls that take over 3 times as long: 1 of 2; target none: not met.");
  });

  test("report a single plan with a scan as a missed target", () => {
    expect(renderFigures({ ...FIGURES, scans: ["a plan"] })).toContain(
      "Plans that scan a growing table: 1; target none: not met.",
    );
  });
});
