import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { mountSmallDisk } from "./conformance/small-disk";
import { acquireDirectoryLock, DirectoryInUseError } from "./directory-lock";

let directory: string;
let lockFile: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "directory-lock-"));
  lockFile = join(directory, ".lock");
});
afterEach(() => rm(directory, { recursive: true }));

/** Returns the id of a process that has exited. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

const writeLock = (owner: unknown) => writeFile(lockFile, JSON.stringify(owner));

describe("a folder that nobody holds", () => {
  test("can be taken, and its lock file then names this process", async () => {
    const lock = await acquireDirectoryLock(lockFile);
    expect(lock.wasStale).toBe(false);
    expect(JSON.parse(await readFile(lockFile, "utf8"))).toMatchObject({ pid: process.pid });
    expect(await readdir(directory)).toEqual([".lock"]);
  });

  test("cannot be taken on a full disk, and nothing is left in it", async ({ skip }) => {
    const disk = mountSmallDisk(1);
    if (disk === null) return skip("this user may not mount a file system");
    onTestFinished(disk.unmount);
    disk.fill();
    await expect(acquireDirectoryLock(join(disk.directory, ".lock"))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(await readdir(disk.directory)).toEqual(["filler"]);
  });

  test("can be taken again after its release", async () => {
    const lock = await acquireDirectoryLock(lockFile);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
    expect((await acquireDirectoryLock(lockFile)).wasStale).toBe(false);
  });

  test("goes to exactly one of 20 concurrent callers", async () => {
    expect(await race()).toEqual({ winners: 1, refused: 19 });
  });
});

describe("a folder that somebody holds", () => {
  test("cannot be taken, and the error contains the owner's process id", async () => {
    await acquireDirectoryLock(lockFile);
    const second = acquireDirectoryLock(lockFile);
    await expect(second).rejects.toBeInstanceOf(DirectoryInUseError);
    await expect(second).rejects.toMatchObject({ pid: process.pid });
    expect(await readdir(directory)).toEqual([".lock"]);
  });

  test("cannot be taken even if the owner's start time is unknown", async () => {
    await writeLock({ pid: process.ppid, startTime: null });
    await expect(acquireDirectoryLock(lockFile)).rejects.toMatchObject({ pid: process.ppid });
  });
});

describe("a stale lock", () => {
  test("of a dead process is taken over", async () => {
    await writeLock({ pid: await deadPid(), startTime: null });
    expect((await acquireDirectoryLock(lockFile)).wasStale).toBe(true);
    expect(await readdir(directory)).toEqual([".lock"]);
    await expect(acquireDirectoryLock(lockFile)).rejects.toBeInstanceOf(DirectoryInUseError);
  });

  test.runIf(process.platform === "linux")(
    "whose process id now belongs to a different process is taken over",
    async () => {
      await writeLock({ pid: process.pid, startTime: "1" });
      expect((await acquireDirectoryLock(lockFile)).wasStale).toBe(true);
    },
  );

  test.each(["", "{", "null", '{"pid":"x","startTime":null}'])(
    "that contains %j is taken over",
    async (content) => {
      await writeFile(lockFile, content);
      expect((await acquireDirectoryLock(lockFile)).wasStale).toBe(true);
    },
  );

  test("goes to exactly one of 20 concurrent callers", async () => {
    for (let round = 0; round < 5; round += 1) {
      await writeLock({ pid: await deadPid(), startTime: null });
      expect(await race()).toEqual({ winners: 1, refused: 19 });
    }
  });

  test("is taken over even if an earlier takeover was killed halfway", async () => {
    const pid = await deadPid();
    await writeLock({ pid, startTime: null });
    const lockText = await readFile(lockFile, "utf8");
    const claimId = createHash("sha256").update(lockText).digest("hex").slice(0, 16);
    await writeFile(
      `${lockFile}.${claimId}`,
      JSON.stringify({ pid, startTime: "1", id: "claimer" }),
    );
    expect((await acquireDirectoryLock(lockFile)).wasStale).toBe(true);
    expect(await readdir(directory)).toEqual([".lock"]);
  });
});

async function race() {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => acquireDirectoryLock(lockFile)),
  );
  const reasons = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  const refused = reasons.filter((reason) => reason instanceof DirectoryInUseError).length;
  return { winners: results.length - reasons.length, refused };
}
