import { expect, test } from "vitest";
import { slowestOf, testsOfPlaywright, testsOfVitest } from "./suites-slowest";

test("tests of vitest are named by file and title", () => {
  const assertionResults = [
    { fullName: "a rule holds", duration: 1500 },
    { fullName: "a skipped one", duration: null },
  ];
  const report = { testResults: [{ name: "/checkout/lib/rule.test.ts", assertionResults }] };
  expect(testsOfVitest(report, "/checkout/")).toEqual([
    { name: "lib/rule.test.ts › a rule holds", seconds: 1.5 },
    { name: "lib/rule.test.ts › a skipped one", seconds: 0 },
  ]);
});

test("tests of Playwright are found in nested groups", () => {
  const spec = (title: string, duration: number) => ({
    title,
    tests: [{ results: [{ duration }] }],
  });
  const inner = { file: "sign-in.spec.ts", specs: [spec("ends", 2000)] };
  const report = {
    suites: [{ file: "sign-in.spec.ts", specs: [spec("leads on", 500)], suites: [inner] }],
  };
  expect(testsOfPlaywright(report)).toEqual([
    { name: "e2e/sign-in.spec.ts › leads on", seconds: 0.5 },
    { name: "e2e/sign-in.spec.ts › ends", seconds: 2 },
  ]);
});

test("a run without a report has no tests", () => {
  expect(testsOfVitest(null, "/")).toEqual([]);
  expect(testsOfPlaywright(null)).toEqual([]);
});

test("the slowest tests come last", () => {
  const tests = [3, 1, 2].map((seconds) => ({ name: `test ${seconds}`, seconds }));
  expect(slowestOf(tests, 2).map(({ seconds }) => seconds)).toEqual([2, 3]);
});
