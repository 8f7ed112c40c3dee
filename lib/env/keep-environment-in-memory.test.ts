import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { keepEnvironmentInMemory } from "./keep-environment-in-memory";

const here = process;
const before = here.env;
afterEach(() => {
  here.env = before;
});

test("the copied environment has the same variables, is inherited by children and accepts new variables", () => {
  const variables = { ...here.env };
  keepEnvironmentInMemory();
  expect(here.env).not.toBe(before);
  expect(here.env).toEqual(variables);

  here.env.STAGEDOOR_OF_A_TEST = "set later";
  const print = "process.stdout.write(process.env.STAGEDOOR_OF_A_TEST)";
  expect(execFileSync(process.execPath, ["-e", print]).toString()).toBe("set later");
  expect(before.STAGEDOOR_OF_A_TEST).toBeUndefined();
});
