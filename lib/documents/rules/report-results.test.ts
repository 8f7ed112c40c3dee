import { describe, expect, test } from "vitest";
import { resultProblems } from "./decide-report";

/** The statuses that accept each result; copied from decision 0022 by hand. */
const POSSIBLE = { classification: [4, 5], failure: [4, 6] };
const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

describe.each(["classification", "failure"] as const)("%s", (property) => {
  test.each(STATUSES)("is accepted only where the specification allows it: status %i", (status) => {
    const problems = resultProblems({ status, [property]: {} });
    const isPossible = POSSIBLE[property].includes(status);
    expect(problems.map((problem) => problem.property)).toEqual(isPossible ? [] : [property]);
  });
});

test.each(STATUSES)("status %i without results is a problem only if it is 4", (status) => {
  expect(resultProblems({ status })).toHaveLength(status === 4 ? 1 : 0);
});

test("if both results are wrong, both are listed with the statuses that accept them", () => {
  expect(resultProblems({ status: 2, classification: {}, failure: {} })).toEqual([
    { property: "classification", problem: "is only possible with status 4 or 5" },
    { property: "failure", problem: "is only possible with status 4 or 6" },
  ]);
});
