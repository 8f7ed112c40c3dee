import { describe, expect, test } from "vitest";
import { resultProblems } from "./report-results";

/** DESIGN 3 and issue 3, typed off by hand: with which statuses each result is possible. */
const POSSIBLE = { classification: [4, 5], failure: [4, 6] };
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

describe.each(["classification", "failure"] as const)("%s", (property) => {
  test.each(STATUSES)("with status %i", (status) => {
    const problems = resultProblems({ status, [property]: {} });
    const isPossible = POSSIBLE[property].includes(status);
    expect(problems.map((problem) => problem.property)).toEqual(isPossible ? [] : [property]);
  });
});

test.each(STATUSES)("nothing with status %i is a problem for 4 alone", (status) => {
  expect(resultProblems({ status })).toHaveLength(status === 4 ? 1 : 0);
});

test("both are named when both are wrong, with what would be right", () => {
  expect(resultProblems({ status: 2, classification: {}, failure: {} })).toEqual([
    { property: "classification", problem: "is only possible with status 4 or 5" },
    { property: "failure", problem: "is only possible with status 4 or 6" },
  ]);
});
