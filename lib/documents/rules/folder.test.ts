import { describe, expect, test } from "vitest";
import { folderProblem } from "./folder";

describe("the folder of a dropped file", () => {
  test.each([
    "leases",
    "leases/2026/März",
    "日本語/😀",
    " . ../..",
    "a\\b",
    "<script>",
    "x".repeat(1000),
    "😀".repeat(1000),
  ])("%j is accepted", (folder) => {
    expect(folderProblem(folder)).toBeNull();
  });

  test.each([
    ["", "must not be empty: leave it null"],
    ["x".repeat(1001), "must have at most 1000 characters"],
    ["😀".repeat(1001), "must have at most 1000 characters"],
    ["a\nb", "must not contain control characters"],
    ["a\u0000b", "must not contain control characters"],
    ["a\u0085b", "must not contain control characters"],
    ["a\ud800b", "must be well-formed Unicode"],
    ["leases\u202efdp", "must not contain characters that change the reading direction"],
  ])("%j is rejected", (folder, problem) => {
    expect(folderProblem(folder)).toBe(problem);
  });
});
