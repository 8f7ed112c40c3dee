import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProgramCommand } from "@/lib/processing/rules/program-protocol";
import { programArguments } from "./start-program";

/** Tries everything that a reading program must not be able to do, and prints the results. */
const PROBE = `
import { readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
const attempt = (run) => { try { run(); return "done"; } catch (error) { return error.code ?? error.name; } };
console.log(JSON.stringify({
  passwd: attempt(() => readFileSync("/etc/passwd")),
  beside: attempt(() => readFileSync(new URL("data.txt", import.meta.url))),
  write: attempt(() => writeFileSync(new URL("written.txt", import.meta.url), "x")),
  spawn: attempt(() => { const { error } = spawnSync("/bin/true"); if (error) throw error; }),
  worker: attempt(() => new Worker("0", { eval: true })),
  code: attempt(() => new Function("return 1")()),
  environment: Object.keys(process.env).filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name)),
}));`;

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stagedoor-rights-"));
  await writeFile(join(directory, "probe.mjs"), PROBE);
  await writeFile(join(directory, "data.txt"), "data");
});
afterAll(() => rm(directory, { recursive: true }));

async function probe(command: ProgramCommand) {
  const line = programArguments(join(directory, "probe.mjs"), command);
  const env = {} as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(line.command, [...line.args], { env, cwd: "/" });
  return JSON.parse(stdout);
}

const NOTHING = {
  passwd: "ERR_ACCESS_DENIED",
  write: "ERR_ACCESS_DENIED",
  spawn: "ERR_ACCESS_DENIED",
  worker: "ERR_ACCESS_DENIED",
  code: "EvalError",
  environment: [],
};

describe("the rights of the processing programs", () => {
  test("the reading program may read only the files in its own folder", async () => {
    expect(await probe("read")).toEqual({ ...NOTHING, beside: "done" });
  });

  test("the classifying program may read only its own file", async () => {
    expect(await probe("judge")).toEqual({ ...NOTHING, beside: "ERR_ACCESS_DENIED" });
  });
});
