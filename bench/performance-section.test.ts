import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { replaceSection } from "./performance-section";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("every benchmark finds its own part of the page and leaves the others' alone", async () => {
  const original = await readFile(pathOf("../docs/performance.md"), "utf8");
  const folders = await readdir(pathOf("."), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const all = names.reduce((page, name) => replaceSection(page, name, `new: ${name}`), original);

  expect(names).toContain("api");
  for (const name of names) {
    expect(all).toContain(`\n\nnew: ${name}\n\n`);
    expect(replaceSection(all, name, `new: ${name}`)).toBe(all);
  }
});

test("a page without the markers is left alone", () => {
  expect(() => replaceSection("# Performance\n", "api", "new figures")).toThrow("markers");
});
