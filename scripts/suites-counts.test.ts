import { describe, expect, test } from "vitest";
import {
  countPlaywright,
  countVitest,
  formatCounts,
  sumCounts,
  summaryLines,
} from "./suites-counts";
import { dependencyComplaints } from "./suites-dependencies";

const vitestReport = (passed: number, failed = 0, pending = 0) => ({
  success: failed === 0,
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: pending,
  numTodoTests: 0,
});

describe("the counts of a suite", () => {
  test.each([
    ["all passed", vitestReport(5), 0, "5 passed, 0 failed"],
    ["some failed", vitestReport(5, 2), 1, "5 passed, 2 failed"],
    ["some skipped", vitestReport(5, 0, 3), 0, "5 passed, 0 failed, 3 skipped"],
    ["no test ran", vitestReport(0), 0, "0 passed, 1 failed"],
    ["a file could not be loaded", { ...vitestReport(5), success: false }, 1, "5 passed, 1 failed"],
    ["an uncaught error", vitestReport(5), 1, "5 passed, 1 failed"],
    ["no report was written", null, 1, "0 passed, 1 failed"],
    ["no report was written, but the exit code was 0", null, 0, "0 passed, 1 failed"],
  ])("vitest: %s", (_situation, report, exitCode, expected) => {
    expect(formatCounts(countVitest(report, exitCode))).toBe(expected);
  });

  test.each([
    ["all passed", { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, 0, "3 passed, 0 failed"],
    [
      "passed when retried",
      { expected: 2, unexpected: 0, flaky: 1, skipped: 1 },
      0,
      "2 passed, 1 failed, 1 skipped",
    ],
    ["no test ran", { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, 0, "0 passed, 1 failed"],
  ])("Playwright: %s", (_situation, stats, exitCode, expected) => {
    expect(formatCounts(countPlaywright({ stats }, exitCode))).toBe(expected);
  });

  test("are added up", () => {
    const counts = { passed: 1, failed: 2, skipped: 3 };
    expect(sumCounts([counts, counts])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});

describe("the end of the whole run", () => {
  test("is exactly the two counts, with skipped tests on a line above", () => {
    expect(summaryLines({ passed: 7, failed: 0, skipped: 2 })).toEqual([
      "2 skipped",
      "7 passed, 0 failed",
    ]);
    expect(summaryLines({ passed: 7, failed: 1, skipped: 0 })).toEqual(["7 passed, 1 failed"]);
  });
});

describe("dependency-cruiser's report", () => {
  const report = (totalCruised: number, violations: unknown[]) =>
    JSON.stringify({ summary: { totalCruised, violations } });

  test("passes only if modules were seen and none of them violates a rule", () => {
    expect(dependencyComplaints(report(12, []))).toEqual([]);
    expect(dependencyComplaints(report(0, []))).toHaveLength(1);
    expect(dependencyComplaints("Can't open 'lib'")).toHaveLength(1);
  });

  test("names the rule and the path of each violation", () => {
    const rule = { name: "no-cycles" };
    const cycle = [{ name: "b.ts" }, { name: "a.ts" }];
    expect(dependencyComplaints(report(2, [{ from: "a.ts", to: "b.ts", rule, cycle }]))).toEqual([
      "no-cycles: a.ts → b.ts → a.ts",
    ]);
  });
});
