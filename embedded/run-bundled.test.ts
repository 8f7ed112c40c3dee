import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const RUN_BUNDLED = fileURLToPath(new URL("run-bundled.mjs", import.meta.url));
const PROGRAMS = "node_modules/.cache/stagedoor/programs";

let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "stagedoor-bundled-"));
  await mkdir(join(checkout, "node_modules/greeting"), { recursive: true });
  await save("node_modules/.package-lock.json", "{}");
  await save("tsconfig.json", "{}");
  await save("main.ts", 'import { word } from "./word";\nconsole.log(word, process.argv[2]);');
  await save("word.ts", 'export const word: string = "first";');
});

afterEach(() => rm(checkout, { recursive: true }));

/** Writes a file as if it had been there for a second, as sources have when somebody starts a program. */
async function save(path: string, text: string): Promise<void> {
  await writeFile(join(checkout, path), text);
  const before = Date.now() / 1000 - 1;
  await utimes(join(checkout, path), before, before);
}

async function run(): Promise<string> {
  const args = [RUN_BUNDLED, "main.ts", "argument"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: checkout });
  return stdout.trim();
}

async function bundles(): Promise<string[]> {
  const names = await readdir(join(checkout, PROGRAMS));
  return names.filter((name) => !name.endsWith(".json"));
}

test("a program starts from its bundle until one of its sources changes", async () => {
  expect(await run()).toBe("first argument");
  const [bundle] = await bundles();
  const program = join(checkout, PROGRAMS, `${bundle}`, "main.mjs");
  const { size } = await stat(program);
  await writeFile(program, 'console.log("bundle");'.padEnd(size));
  expect(await run()).toBe("bundle");
  await save("word.ts", 'export const word: string = "changed";');
  expect(await run()).toBe("changed argument");
});

test("a bundle that lost its contents in a power failure is made again", async () => {
  await run();
  const [bundle] = await bundles();
  await writeFile(join(checkout, PROGRAMS, `${bundle}`, "main.mjs"), "");
  expect(await run()).toBe("first argument");
});

test("a program is bundled again after npm has installed packages", async () => {
  await save("node_modules/greeting/package.json", '{ "name": "greeting", "main": "main.js" }');
  await save(
    "node_modules/greeting/main.js",
    'exports.word = require("node:path").basename("/old");',
  );
  await save("word.ts", 'export { word } from "greeting";');
  expect(await run()).toBe("old argument");
  await save("node_modules/greeting/main.js", 'exports.word = "new";');
  await save("node_modules/.package-lock.json", '{ "changed": true }');
  expect(await run()).toBe("new argument");
});

test("a program that is bundled while a source is being changed is bundled again the next time", async () => {
  const later = Date.now() / 1000 + 60;
  await utimes(join(checkout, "word.ts"), later, later);
  expect(await run()).toBe("first argument");
  expect(await readdir(join(checkout, PROGRAMS))).toEqual(await bundles());
});
