import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAsLocked, isInstalled } from "./installed-packages.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7" },
  "node_modules/@next/swc-darwin-arm64": { version: "16.4.5", optional: true },
};

describe("the comparison of installed packages with the lock file", () => {
  it.each([
    ["everything is there", { "node_modules/zod": { version: "4.6.7" } }, true],
    ["a package is missing", {}, false],
    ["a package has another version", { "node_modules/zod": { version: "4.6.6" } }, false],
    [
      "an optional package has another version",
      {
        "node_modules/zod": { version: "4.6.7" },
        "node_modules/@next/swc-darwin-arm64": { version: "16.4.4" },
      },
      false,
    ],
    [
      "a package is there that nobody wants any more",
      { "node_modules/zod": { version: "4.6.7" }, "node_modules/left": { version: "1.0.0" } },
      false,
    ],
  ])("%s", (_situation, installed, expected) => {
    expect(isAsLocked(wanted, installed)).toBe(expected);
  });

  it("treats a fresh clone and an interrupted installation as not installed", async () => {
    const root = await mkdtemp(join(tmpdir(), "stagedoor-lock-"));
    await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: wanted }));
    expect(isInstalled(root)).toBe(false);

    await mkdir(join(root, "node_modules"));
    await writeFile(join(root, "node_modules", ".package-lock.json"), '{"packages": {"node_mod');
    expect(isInstalled(root)).toBe(false);
    await rm(root, { recursive: true });
  });
});
