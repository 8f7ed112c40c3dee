import { expect, it } from "vitest";
import { chooseSuites } from "./suites-choice";

const namesOf = async (...args: string[]) => (await chooseSuites(args)).map(({ name }) => name);

it("without a name, everything or every check is run", async () => {
  expect(await namesOf("all")).toContain("browser");
  expect(await namesOf("check")).not.toContain("browser");
});

it("a suite's name runs that suite alone", async () => {
  expect(await namesOf("all", "e2e")).toEqual(["e2e"]);
  expect(await namesOf("all", "unit", "biome")).toEqual(["biome", "unit"]);
});

it("a part of a path runs the test files that have it, each with its own program", async () => {
  const [suite, ...others] = await chooseSuites(["all", "suites-choice"]);
  expect(suite).toMatchObject({ name: "tests", title: "scripts/suites-choice.test.ts" });
  expect(others).toEqual([]);
  expect(await namesOf("all", "sign-in.spec")).toEqual(["specs"]);
});

it("an unknown name is refused with the names that there are", async () => {
  await expect(chooseSuites(["all", "no-such-suite"])).rejects.toThrow(
    /^No suite and no test file is called no-such-suite\. The suites are biome, types, .*browser\.$/,
  );
});
