import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALL_SUITES } from "../suites-list";
import { blocksOf, pageOf, tableOf } from "./documents.fixture";

const page = pageOf("CONTRIBUTING.md");

test("the worked example in CONTRIBUTING.md applies to the current code", () => {
  const [patch = ""] = blocksOf(page, ["diff"]);
  const stat = execFileSync("git", ["apply", "--numstat", "-"], { input: patch, encoding: "utf8" });
  expect(stat.trim().split("\n")).toHaveLength(4);
  execFileSync("git", ["apply", "--check", "-"], { input: patch });
});

test("CONTRIBUTING.md lists every suite", () => {
  const cells = tableOf("CONTRIBUTING.md", "Suite").rows.map(([names = ""]) => names);
  const listed = [...cells.join().matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(listed).toEqual(ALL_SUITES.map(({ name }) => name));
});

test("the single test in CONTRIBUTING.md exists", () => {
  const [, file = "", name = ""] =
    /npx vitest run --project unit (\S+) -t "([^"]+)"/.exec(page) ?? [];
  expect(readFileSync(file, "utf8")).toContain(`"${name}"`);
});
