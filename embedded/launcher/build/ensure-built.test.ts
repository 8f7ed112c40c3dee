import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BuildStep, ensureUpToDate } from "./ensure-built";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "stagedoor-work-"));
});

afterEach(() => rm(root, { recursive: true }));

/** Each run appends to `result`, so that its length shows how often the work was done. */
const stepOf = (sourceHash: string, script = "") => ({
  stamp: "out/stamp",
  proof: "result",
  hash: async () => sourceHash,
  failure: "The work failed",
  args: ["--eval", `require("node:fs").appendFileSync("result", "x");${script}`],
});

function make(work: BuildStep, signal = new AbortController().signal) {
  return ensureUpToDate({ root, signal, onWork: () => undefined }, work);
}

const timesDone = async () => (await readFile(join(root, "result"), "utf8")).length;

describe("work with a stored result", () => {
  test("is done once, and again if its sources change or its result is missing", async () => {
    expect(await make(stepOf("one"))).toBe(true);
    expect(await make(stepOf("one"))).toBe(false);
    expect(await timesDone()).toBe(1);

    expect(await make(stepOf("two"))).toBe(true);
    expect(await timesDone()).toBe(2);

    await rm(join(root, "result"));
    expect(await make(stepOf("two"))).toBe(true);
  });

  test("is repeated after a failure, with the tool's output as the reason", async () => {
    await make(stepOf("one"));
    const failing = stepOf("two", 'console.error("line 7: no such type"); process.exit(3)');
    await expect(make(failing)).rejects.toThrow(
      /line 7: no such type\nThe work failed \(exit code 3\)\.$/,
    );

    expect(existsSync(join(root, "out", "stamp"))).toBe(false);
    expect(await make(stepOf("one"))).toBe(true);
  });

  test("is stopped if startup is aborted, and repeated later", async () => {
    const stop = new AbortController();
    const endless = stepOf("one", "setInterval(() => undefined, 1000)");
    const onWork = () => setImmediate(() => stop.abort());
    await expect(ensureUpToDate({ root, signal: stop.signal, onWork }, endless)).rejects.toThrow(
      "The work failed (SIGKILL).",
    );
    expect(await make(stepOf("one"))).toBe(true);
  });
});
