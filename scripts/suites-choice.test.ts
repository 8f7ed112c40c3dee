import { expect, test } from "vitest";
import { chooseSuites } from "./suites-choice";

const namesOf = async (...args: string[]) => (await chooseSuites(args)).map(({ name }) => name);

test("without a name, all suites or all checks run", async () => {
  expect(await namesOf("all")).toContain("browser");
  expect(await namesOf("check")).not.toContain("browser");
});

test("with a suite's name, only that suite runs", async () => {
  expect(await namesOf("all", "e2e")).toEqual(["e2e"]);
  expect(await namesOf("all", "unit", "biome")).toEqual(["biome", "unit"]);
});

test("with part of a path, all test files that contain it run, each with its own test runner", async () => {
  const [suite, ...others] = await chooseSuites(["all", "suites-choice"]);
  expect(suite).toMatchObject({ name: "tests", title: "scripts/suites-choice.test.ts" });
  expect(others).toEqual([]);
  expect(await namesOf("all", "sign-in.spec")).toEqual(["specs"]);
});

test("an unknown name is rejected with a list of the known ones", async () => {
  await expect(chooseSuites(["all", "no-such-suite"])).rejects.toThrow(
    /^There is no suite or test file called no-such-suite\. The suites are browser, integration, .*unit\.$/,
  );
});
