import { expect, test } from "vitest";
import { runnerWithBuild } from "./suites-build";
import type { Suite } from "./suites-list";

const PASSED = { counts: { passed: 1, failed: 0, skipped: 0 }, tests: [] };

const suiteOf = (name: string, build: Suite["build"], run: () => Promise<unknown>): Suite => ({
  name,
  title: name,
  ...(build ? { build } : {}),
  run: async () => {
    await run();
    return PASSED;
  },
});

test("the application is built once, after the suite that a build would disturb", async () => {
  const events: string[] = [];
  const note = (event: string) => async () => void events.push(event);
  const run = runnerWithBuild(note("built"));
  let endTypes = () => {};
  const types = suiteOf("types", "disturbing", async () => {
    await new Promise<void>((resolve) => {
      endTypes = resolve;
    });
    events.push("types");
  });
  const runs = [
    run(types, undefined),
    run(suiteOf("e2e", "needed", note("e2e")), undefined),
    run(suiteOf("browser", "needed", note("browser")), undefined),
  ];
  await run(suiteOf("unit", undefined, note("unit")), undefined);
  endTypes();
  await Promise.all(runs);

  expect(events).toEqual(["unit", "types", "built", "e2e", "browser"]);
});

test("if the build fails, every suite that needs it fails and reports why", async () => {
  const run = runnerWithBuild(async () => {
    throw new Error("Could not build the application (exit code 1).");
  });
  const said: string[] = [];
  const e2e = suiteOf("e2e", "needed", async () => {
    throw new Error("must not run");
  });
  const { outcome } = await run(e2e, (text) => said.push(text));

  expect(outcome.counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(said).toEqual(["Could not build the application (exit code 1).\n"]);
});
