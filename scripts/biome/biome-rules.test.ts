import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PACKING = "Write the members";
const PREFETCH = "Add prefetch={false}";

/** One line of code each, and the beginning of what our rules report about it; null if they accept it. */
const LINES: readonly (readonly [string, string | null])[] = [
  ["export const a = { ...{ b: 1 } };", PACKING],
  ["export const a = [...[1, 2]];", PACKING],
  ["export const a = { ...({ b: 1 } as const) };", PACKING],
  ["export const a = { ...({ b: 1 } satisfies object) };", PACKING],
  ["export const a = <p {...{ id: 'b' }} />;", PACKING],
  ["export const a = { ...b, ...(c ? { d: 1 } : {}) };", null],
  ["export const a = <Link href='/b' />;", PREFETCH],
  ["export const a = <Link href='/b'>b</Link>;", PREFETCH],
  ["export const a = <Link href='/b' onClick={() => <b prefetch={false} />} />;", PREFETCH],
  ["export const a = <Link href='/b' prefetch={false} />;", null],
];

let directory = "";
let reported = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stagedoor-biome-"));
  const rules = ["no-packing-spread", "no-prefetch"];
  const plugins = rules.map((rule) => join(root, `scripts/biome/${rule}.grit`));
  const configuration = { root: true, linter: { rules: { preset: "none" } }, plugins };
  await writeFile(join(directory, "biome.json"), JSON.stringify(configuration));
  await writeFile(join(directory, "planted.tsx"), LINES.map(([line]) => `${line}\n`).join(""));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=github", "."];
  reported = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: directory }, (_error, stdout) => resolve(stdout));
  });
});
afterAll(() => rm(directory, { recursive: true }));

describe("our Biome rules", () => {
  test.each(LINES.map(([line, complaint], index) => ({ line, complaint, number: index + 1 })))(
    "judge $line",
    ({ complaint, number }) => {
      const found = reported.split("\n").find((text) => text.includes(`,line=${number},`));
      if (complaint === null) expect(found).toBeUndefined();
      else expect(found).toContain(complaint);
    },
  );
});
