import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIsolatedProcessor } from "./isolated-processor";
import { createProgramPool } from "./program-pool";
import { readBytes } from "./testing/read-bytes.fixture";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stagedoor-broken-programs-"));
});
afterAll(() => rm(directory, { recursive: true }));

/**
 * Creates a processor whose program behaves as if a file had taken it over: it reports that it is ready and runs
 * `atRequest` at its first request.
 */
async function processorOf(name: string, atRequest: string) {
  const program = await programOf(
    name,
    `process.stdout.write('{"isReady":true}\\n'); process.stdin.once("data", () => { ${atRequest} });`,
  );
  return createIsolatedProcessor({ program, version: "stagedoor/test", atOnceMax: 1 });
}

async function programOf(name: string, source: string): Promise<string> {
  const program = join(directory, `${name}.mjs`);
  await writeFile(program, source);
  return program;
}

test("a program that is killed from outside causes an error, not a result for the file", async () => {
  const processor = await processorOf("ended", `process.kill(process.pid, "SIGTERM");`);
  await expect(readBytes(processor, "first")).rejects.toThrow("terminated by a signal (SIGTERM)");
  await processor.close();
});

describe("a program that writes an invalid response", () => {
  test("is killed even if its output is not read, and the next document is processed", async () => {
    const processor = await processorOf(
      "not-json",
      `process.stdout.write("not json\\n" + "x".repeat(300 * 1024) + "\\n");`,
    );
    const failure = {
      code: "processing-failed",
      parameters: { fault: "a line that is not JSON" },
    };

    expect(await readBytes(processor, "first")).toMatchObject(failure);
    expect(await readBytes(processor, "second")).toMatchObject(failure);
    await processor.close();
  }, 60_000);

  test("causes an error immediately if it does so before it is ready", async () => {
    const program = await programOf(
      "never-ready",
      `process.stdout.write("not json\\n" + "x".repeat(300 * 1024) + "\\n"); process.stdin.resume();`,
    );
    const pool = createProgramPool(program, "read", 60_000);
    const startMs = performance.now();

    const lent = pool.use(async () => ({ result: null, isReusable: false }));

    await expect(lent).rejects.toThrow("The read program could not be started.");
    expect(performance.now() - startMs).toBeLessThan(25_000);
  }, 60_000);
});
