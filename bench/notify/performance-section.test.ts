import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { replaceGenerated } from "../api/performance-page";
import { replaceFigures } from "./performance-section";

const file = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

test("both benchmarks find their own part of the page and leave the other's alone", async () => {
  const page = await readFile(file, "utf8");
  const figures = replaceFigures(page, "new figures of notifications");
  const both = replaceGenerated(figures, "new figures of calls");

  expect(both).toContain("\n\nnew figures of notifications\n\n");
  expect(both).toContain("\n\nnew figures of calls\n\n");
  expect(replaceFigures(both, "new figures of notifications")).toBe(both);
});

test("a page without the markers is left alone", () => {
  expect(() => replaceFigures("# Performance\n", "new figures")).toThrow("markers");
});
