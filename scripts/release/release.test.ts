import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { releaseChangelog } from "./release-changelog";

const directory = mkdtempSync(join(tmpdir(), "stagedoor-release-"));
afterAll(() => rmSync(directory, { recursive: true }));

const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- New: tea.\n\n## [1.0.0] - 2026-01-01\n";

/** Returns every place that contains the version, with the version found there. */
function versionsIn(root: string): Record<string, string | undefined> {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const lock = JSON.parse(read("package-lock.json"));
  return {
    "package.json": JSON.parse(read("package.json")).version,
    "package-lock.json": lock.version,
    "package-lock.json, packages": lock.packages[""].version,
    "CHANGELOG.md": /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read("CHANGELOG.md"))?.[1],
  };
}

test("package.json, the lock file and the newest entry of the changelog have the same version", () => {
  const [first, ...others] = Object.values(versionsIn("."));
  expect(first).toMatch(/^\d+\.\d+\.\d+$/);
  expect(others).toEqual(others.map(() => first));
});

test("the versions in the changelog have dates and are sorted newest first, below the unreleased changes", () => {
  const headings = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (.+)$/gm)].map(
    (match) => match[1] ?? "",
  );
  expect(headings[0]).toBe("[Unreleased]");
  const dates = headings.slice(1).map((heading) => / - (\d{4}-\d\d-\d\d)$/.exec(heading)?.[1]);
  expect(dates).not.toContain(undefined);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

describe("npm version", () => {
  test("writes the version everywhere, adds its heading to the changelog, and commits everything", () => {
    for (const file of ["package.json", "package-lock.json", ".npmrc", "scripts/release"]) {
      cpSync(file, join(directory, file), { recursive: true });
    }
    writeFileSync(join(directory, "CHANGELOG.md"), CHANGELOG);
    writeFileSync(join(directory, ".gitignore"), "node_modules\n");
    symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: directory, encoding: "utf8", stdio: "pipe" });
    run("git", "init", "--quiet");
    for (const [name, value] of [
      ["user.name", "Test"],
      ["user.email", "test@example.test"],
      ["commit.gpgsign", "false"],
      ["tag.gpgsign", "false"],
    ]) {
      run("git", "config", String(name), String(value));
    }
    run("git", "add", "--all");
    run("git", "commit", "--quiet", "--message", "before");

    run("npm", "version", "7.8.9");

    expect(new Set(Object.values(versionsIn(directory)))).toEqual(new Set(["7.8.9"]));
    expect(run("git", "log", "-1", "--format=%s").trim()).toBe("chore(release): 7.8.9");
    expect(run("git", "status", "--porcelain")).toBe("");
    expect(run("git", "tag").trim()).toBe("v7.8.9");
    const changelog = readFileSync(join(directory, "CHANGELOG.md"), "utf8");
    expect(changelog).toContain("## [Unreleased]\n\n## [7.8.9] - ");
  });

  test("moves the unreleased entries to the new version", () => {
    expect(releaseChangelog(CHANGELOG, "1.1.0", "2026-02-03")).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- New: tea.\n\n## [1.0.0] - 2026-01-01\n",
    );
  });

  test.each([
    ["nothing has changed", CHANGELOG.replace("- New: tea.", ""), "1.1.0"],
    ["the version already exists", CHANGELOG, "1.0.0"],
    ["there is no heading for unreleased changes", "# Changelog\n", "1.1.0"],
  ])("fails if %s", (_why, text, version) => {
    expect(() => releaseChangelog(text, version, "2026-02-03")).toThrow("CHANGELOG.md");
  });
});
