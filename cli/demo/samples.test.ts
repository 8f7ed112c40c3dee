import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findSamples } from "./samples";

test("the samples come from packages that `npm start` installs", async () => {
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const samples = await findSamples();
  const packages = samples.map(({ path }) => /node_modules\/([^/]+)\//.exec(path)?.[1]);
  expect(new Set(packages)).toEqual(new Set(["pdf-parse", "mammoth"]));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["pdf-parse", "mammoth"]));
});
