import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { ALL_SUITES } from "../suites-list";
import { blocksOf, pageOf, tableOf } from "./documents.fixture";

const page = pageOf("CONTRIBUTING.md");
const [change = "", newPage = ""] = blocksOf(page, ["diff"]);

/** Returns the files that a patch changes or adds. */
function filesOf(patch: string): readonly string[] {
  const stat = execFileSync("git", ["apply", "--numstat", "-"], { input: patch, encoding: "utf8" });
  return stat
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[2] ?? "");
}

/** Applies a patch to a copy of the files that it changes. Returns the new text of each file. */
function applied(patch: string): ReadonlyMap<string, string> {
  const copy = mkdtempSync(join(tmpdir(), "stagedoor-contributing-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const files = filesOf(patch);
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    if (existsSync(file)) cpSync(file, join(copy, file));
  }
  execFileSync("git", ["apply", "-"], { cwd: copy, input: patch });
  return new Map(files.map((file) => [file, readFileSync(join(copy, file), "utf8")]));
}

test("the worked example in CONTRIBUTING.md applies to the current code", () => {
  expect(filesOf(change)).toHaveLength(4);
  execFileSync("git", ["apply", "--check", "-"], { input: change });
});

test("a new page touches at most 12 files, and the example in CONTRIBUTING.md is complete", () => {
  const files = applied(newPage);
  expect(files.size).toBeLessThanOrEqual(12);
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const options = { jsx: ts.JsxEmit.Preserve };
    const { diagnostics } = ts.transpileModule(text, {
      fileName: file,
      compilerOptions: options,
      reportDiagnostics: true,
    });
    expect(diagnostics, file).toEqual([]);
  }
  const [source = ""] = [...files].flatMap(([file, text]) =>
    file.endsWith("/page.tsx") ? [text] : [],
  );
  const [, path = ""] = /requirePage\("([^"]+)"\)/.exec(source) ?? [];
  expect(source).toContain(`metadataOf("${path}")`);
  const [, entry = ""] = files.get("app/pages.ts")?.split(`"${path}": {`) ?? [];
  const [, states = ""] = /states: \[([^\]]*)\]/.exec(entry) ?? [];
  expect(files.get("docs/roles.md")).toContain(`| \`${path}\` |`);
  for (const state of states.split(", ")) {
    expect(files.get("e2e/pages/page-states.ts")).toContain(`${state}: `);
  }
});

test("CONTRIBUTING.md lists every suite", () => {
  const cells = tableOf("CONTRIBUTING.md", "Suite").rows.map(([names = ""]) => names);
  const listed = [...cells.join().matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual(ALL_SUITES.map(({ name }) => name).sort());
});

test("the single test in CONTRIBUTING.md exists", () => {
  const [, file = "", name = ""] =
    /npx vitest run --project unit (\S+) -t "([^"]+)"/.exec(page) ?? [];
  expect(readFileSync(file, "utf8")).toContain(`"${name}"`);
});
