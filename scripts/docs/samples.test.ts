import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GUIDE_LANGUAGES } from "@/components/texts/en/documentation-texts";

const files = readdirSync("docs/samples").toSorted();

test("the guide shows every sample program, and no other programs", () => {
  expect(GUIDE_LANGUAGES.map(({ file }) => file).toSorted()).toEqual(files);
});

test.each(files)("docs/integration.md links %s and says how to run it", (file) => {
  const text = readFileSync("docs/integration.md", "utf8");
  expect(text).toContain(`(samples/${file})`);
  expect(text).toMatch(new RegExp(`docs/samples/${file} BLD-0001 lease\\.pdf`));
});
