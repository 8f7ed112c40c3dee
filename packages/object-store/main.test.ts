import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, test } from "vitest";
import { childStoreForEachTest, outcome } from "./child-store.fixture";
import { put, readText, storeObject } from "./conformance/client";
import { presign } from "./conformance/signer";
import { testOptions } from "./conformance/test-store";
import { findListener } from "./node-helpers";

const MIB = 1_048_576;

const { root, spawnStore, startStore } = childStoreForEachTest();

describe("the process", () => {
  test("writes one ready line with its port and serves requests", async () => {
    const { ready, access } = await startStore();
    expect(ready).toEqual({ ready: true, port: expect.any(Number) });
    await storeObject(access, "key");
    expect(await readText(access, "key")).toBe("hello");
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "exits cleanly on %s and releases the folder",
    async (signal) => {
      const { child } = await startStore();
      child.kill(signal);
      expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
      await expect(readFile(join(root(), ".lock"))).rejects.toMatchObject({ code: "ENOENT" });
    },
  );

  test("exits when its launcher is gone", async () => {
    const { child } = await startStore();
    child.stdin.end();
    expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
  });

  test("exits with one sentence that names the other process if that process owns the folder", async () => {
    const { child, access } = await startStore();
    const second = await outcome(spawnStore(JSON.stringify(testOptions(root()))));
    expect(second).toEqual({
      stderr: `The object store stops: its data folder ${root()} is in use by process ${child.pid}. Stop that process, then start again.\n`,
      exitCode: 1,
    });
    await storeObject(access, "still-served");
  });

  test("exits with a single sentence if the port is in use", async () => {
    const { ready } = await startStore();
    const elsewhere = { ...testOptions(join(root(), "elsewhere")), port: ready.port };
    expect(await outcome(spawnStore(JSON.stringify(elsewhere)))).toEqual({
      stderr: `The object store stops: port ${ready.port} on 127.0.0.1 is in use by ${(await findListener(ready.port)) ?? "another program"}.\n`,
      exitCode: 1,
    });
  });

  test.each([
    ["a missing setting", JSON.stringify({ root: "/tmp/x", secretAccessKey: "top-secret" })],
    ["no JSON", '{"secretAccessKey":"top-secret'],
  ])("rejects a configuration with %s and prints no secrets", async (_name, line) => {
    const { stderr, exitCode } = await outcome(spawnStore(line));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The object store stops: /);
    expect(stderr).not.toContain("top-secret");
  });
});

test("a lock file is taken over if its process is dead and the pid has been reused", async () => {
  const stale = { pid: process.pid, startTime: "1" };
  await writeFile(join(root(), ".lock"), JSON.stringify(stale));
  const { access } = await startStore();
  expect((await put(presign(access, { key: "key" }))).status).toBe(200);
});

test.runIf(process.platform === "linux")(
  "memory does not grow with the size of an upload: a 256 MiB upload never takes more than 150 MB",
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

/** Returns the peak resident memory of the process, in bytes. */
async function peakMemoryBytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
