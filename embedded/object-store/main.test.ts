import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findListener } from "../find-listener";
import { put, readText, sendSigned, storeObject } from "./conformance/client";
import { presign } from "./conformance/signer";
import { accessTo, filesOnDisk, makeRoot, testOptions } from "./conformance/test-store";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const MIB = 1_048_576;
const UNDER_LOAD = { timeout: 10_000 };

let root: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  root = await makeRoot();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await rm(root, { recursive: true });
});

/** A child of this test that got one line on its standard input. */
function spawnStore(line: string) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN]);
  children.push(child);
  child.stdin.write(`${line}\n`);
  return child;
}

async function startStore(overrides: Readonly<Record<string, unknown>> = {}) {
  const child = spawnStore(JSON.stringify({ ...testOptions(root), ...overrides }));
  const [chunk] = await Promise.race([
    once(child.stdout, "data"),
    text(child.stderr).then((reason) => Promise.reject(new Error(reason))),
  ]);
  const ready = JSON.parse(String(chunk));
  return { child, ready, access: accessTo(Number(ready.port)) };
}

/** Waits for a child that is expected to give up; what it said and its exit code. */
async function outcome(child: ReturnType<typeof spawnStore>) {
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { stderr, exitCode };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

describe("the process", () => {
  test("prints one ready line with its port and serves", async () => {
    const { ready, access } = await startStore();
    expect(ready).toEqual({ ready: true, port: expect.any(Number) });
    await storeObject(access, "key");
    expect(await readText(access, "key")).toBe("hello");
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "ends cleanly on %s and gives the folder back",
    async (signal) => {
      const { child } = await startStore();
      child.kill(signal);
      expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
      await expect(readFile(join(root, ".lock"))).rejects.toMatchObject({ code: "ENOENT" });
    },
  );

  test("ends when its launcher is gone", async () => {
    const { child } = await startStore();
    child.stdin.end();
    expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
  });

  test("refuses a folder that another process owns, in one sentence that names it", async () => {
    const { child, access } = await startStore();
    const second = await outcome(spawnStore(JSON.stringify(testOptions(root))));
    expect(second).toEqual({
      stderr: `The object store stops: its data folder ${root} is in use by process ${child.pid}. End that process, then start again.\n`,
      exitCode: 1,
    });
    await storeObject(access, "still-served");
  });

  test("refuses a port that is taken, in one sentence", async () => {
    const { ready } = await startStore();
    const elsewhere = { ...testOptions(join(root, "elsewhere")), port: ready.port };
    expect(await outcome(spawnStore(JSON.stringify(elsewhere)))).toEqual({
      stderr: `The object store stops: port ${ready.port} on 127.0.0.1 is taken by ${(await findListener(ready.port)) ?? "another program"}.\n`,
      exitCode: 1,
    });
  });

  test.each([
    ["a setting missing", JSON.stringify({ root: "/tmp/x", secretAccessKey: "top-secret" })],
    ["no JSON", '{"secretAccessKey":"top-secret'],
  ])("refuses a configuration with %s and does not print its secrets", async (_name, line) => {
    const { stderr, exitCode } = await outcome(spawnStore(line));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The object store stops: /);
    expect(stderr).not.toContain("top-secret");
  });
});

describe("kill -9", () => {
  test("in mid-upload keeps the old object; the next start takes over and leaves no trace", async () => {
    const first = await startStore();
    await storeObject(first.access, "key", "old");
    const upload = request(presign(first.access, { key: "key" }), {
      method: "PUT",
      headers: { "content-length": 1_000_000 },
    });
    upload.on("error", () => undefined);
    upload.write(Buffer.alloc(500_000, 65));
    await vi.waitFor(async () => expect((await filesOnDisk(root)).tmp).toHaveLength(1), UNDER_LOAD);
    await kill(first.child);
    expect((await filesOnDisk(root)).tmp).toHaveLength(1);

    const { access } = await startStore();
    expect(await readText(access, "key")).toBe("old");
    expect(await filesOnDisk(root)).toEqual({ tmp: [], blobs: [expect.any(String)] });
  });

  test("during a stream of overwrites loses nothing that was answered", async () => {
    const first = await startStore();
    let answered = -1;
    const write = async () => {
      for (let round = 0; ; round += 1) {
        await storeObject(first.access, "key", `round ${round}`);
        answered = round;
        if (round === 30) {
          first.child.kill("SIGKILL");
        }
      }
    };
    await expect(write()).rejects.toThrow();
    await kill(first.child);

    const { access } = await startStore();
    const round = Number(/^round (\d+)$/.exec(String(await readText(access, "key")))?.[1]);
    expect([answered, answered + 1]).toContain(round);
    expect((await filesOnDisk(root)).blobs).toHaveLength(1);
  });

  test("during a stream of new objects: the next start lists all that were answered", async () => {
    const first = await startStore();
    const answered: string[] = [];
    const write = async (writer: string) => {
      for (let round = 0; ; round += 1) {
        const key = `${writer}/${String(round).padStart(3, "0")}`;
        await storeObject(first.access, key);
        if (answered.push(key) === 60) first.child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(["a", "b", "c", "d"].map(write));
    await kill(first.child);

    const { access } = await startStore();
    const query = [["list-type", "2"]] as const;
    const { text: listing } = await sendSigned(access, {
      method: "GET",
      path: "/documents",
      query,
    });
    const listed = [...listing.matchAll(/<Key>([^<]*)/g)].map(([, key = ""]) => key);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(answered));
    for (const key of listed) expect(await readText(access, key)).toBe("hello");
  });
});

test("a lock file of a process that is gone, its pid reused, is taken over", async () => {
  const stale = { pid: process.pid, startTime: "1" };
  await writeFile(join(root, ".lock"), JSON.stringify(stale));
  const { access } = await startStore();
  expect((await put(presign(access, { key: "key" }))).status).toBe(200);
});

test.runIf(process.platform === "linux")(
  "memory does not grow with the size of an upload: 256 MiB in, never more than 150 MB resident",
  async () => {
    const size = 256 * MIB;
    const { child, access } = await startStore({ objectSizeMaxBytes: size });
    const upload = request(presign(access, { key: "large" }), {
      method: "PUT",
      headers: { "content-length": size },
    });
    const answered = once(upload, "response");
    await pipeline(Readable.from(repeat(Buffer.alloc(MIB, 7), 256)), upload);
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await peakMemoryBytes(child)).toBeLessThan(150_000_000);
  },
);

function* repeat(chunk: Buffer, times: number): Generator<Buffer> {
  for (let sent = 0; sent < times; sent += 1) {
    yield chunk;
  }
}

/** The highest resident memory the process ever had. */
async function peakMemoryBytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
