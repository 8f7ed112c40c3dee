import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { createProgramPool, type ProgramPool } from "./program-pool";
import type { Program } from "./start-program";

let file: string;
let pool: ProgramPool;

beforeAll(async () => {
  file = await bundledProcessor();
  pool = createProgramPool(file, "read", 60_000);
});
afterAll(() => pool.close());

const lend = (from: ProgramPool, isReusable: boolean) =>
  from.use(async (program) => ({ result: program, isReusable }));

test.runIf(process.platform === "linux")(
  "every thread of a program has the lowest priority",
  async () => {
    const { pid } = await lend(pool, true);
    const threads = readdirSync(`/proc/${pid}/task`);
    const niceness = threads.map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16];
    });
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(niceness)).toEqual(new Set(["19"]));
  },
);

describe("idle programs", () => {
  test("are reused until one of their requests fails", async () => {
    const first = await lend(pool, true);
    const second = await lend(pool, false);
    const third = await lend(pool, true);

    expect(second.pid).toBe(first.pid);
    expect(third.pid).not.toBe(first.pid);
    expect((await first.ended).signal).toBe("SIGKILL");
  });

  test("are stopped after a while, and a new program is then started for the next request", async () => {
    const impatient = createProgramPool(file, "read", 1);
    const first = await lend(impatient, true);
    await first.ended;
    expect((await lend(impatient, true)).pid).not.toBe(first.pid);
    await impatient.close();
  });

  test("are stopped when the pool is closed, and a busy program as soon as it is returned", async () => {
    const closing = createProgramPool(file, "judge", 60_000);
    const idle = await lend(closing, true);
    let busy: Program | null = null;
    await closing.use(async (program) => {
      busy = program;
      await closing.close();
      return { result: null, isReusable: true };
    });
    expect(busy).toMatchObject({ pid: idle.pid });
    expect((await idle.ended).signal).toBe("SIGKILL");
  });

  test("end when the process that started them is killed", async () => {
    const script = fileURLToPath(new URL("testing/start-reader.fixture.ts", import.meta.url));
    const parent = spawn(process.execPath, ["--import", "tsx", script, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [chunk] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(chunk.toString());
    expect(isAlive(pid)).toBe(true);

    parent.kill("SIGKILL");

    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});

test("a missing program causes an error that says so", async () => {
  const broken = createProgramPool(`${file}.missing.mjs`, "read", 60_000);
  await expect(lend(broken, true)).rejects.toThrow("The read program could not be started.");
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
