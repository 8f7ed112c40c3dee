import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { replaceSection, scriptOf, withEndings } from "./report";

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

/** The names of the benchmarks; null stands for the benchmark that compares everything. */
const names = Object.entries(packageJson.scripts)
  .filter(([script, command]) => /^bench(:|$)/.test(script) && command.endsWith("/run.ts"))
  .map(([script]) => script.split(":")[1] ?? null);

test("every benchmark replaces its own section of the page and keeps the other sections", async () => {
  const original = await readFile(page, "utf8");
  const all = names.reduce<string>(
    (text, name) => replaceSection(text, name, `new: ${name}`),
    original,
  );

  expect(names).toContain(null);
  expect(names).toContain("engine");
  for (const name of names) {
    expect(all).toContain(`\n\nnew: ${name}\n\n`);
    expect(replaceSection(all, name, `new: ${name}`)).toBe(all);
  }
});

test("a benchmark is identified by its npm script", () => {
  expect([null, "notify"].map(scriptOf)).toEqual(["bench", "bench:notify"]);
});

test("a page without the markers is not changed", () => {
  expect(() => replaceSection("# Performance\n", null, "new figures")).toThrow(
    "does not contain both markers",
  );
});

test("stops everything that was started in reverse order, even if the work and one of the stops fail", async () => {
  const ended: string[] = [];
  const running = withEndings(async (addEnding) => {
    addEnding(async () => ended.push("first"));
    addEnding(() => Promise.reject(new Error("it hangs")));
    addEnding(async () => ended.push("last"));
    throw new Error("the work failed");
  });

  await expect(running).rejects.toThrow("the work failed");
  expect(ended).toEqual(["last", "first"]);
});

test("a failure to stop something is also an error", async () => {
  const running = withEndings(async (addEnding) => {
    addEnding(() => Promise.reject(new Error("it hangs")));
  });

  await expect(running).rejects.toThrow("Not everything could be stopped");
});
