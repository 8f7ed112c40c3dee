import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeDataFolder } from "./take-data-folder";

const never = new AbortController().signal;
let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "stagedoor-data-"));
  dataDir = join(parent, "deep", "data");
});

afterEach(() => rm(parent, { recursive: true }));

describe("a data folder", () => {
  test("is created readable only by the owner, and is released in the state in which it was found", async () => {
    const directory = await takeDataFolder(dataDir, 0, never);
    expect(directory.wasStale).toBe(false);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);

    directory.announceStop();
    await directory.release();
    expect(await readdir(dataDir)).toEqual([]);
  });

  test("is rejected immediately if it is in use, with a message that names the process and says what to do", async () => {
    const directory = await takeDataFolder(dataDir, 0, never);
    await expect(takeDataFolder(dataDir, 60_000, never)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another Stagedoor (process ${process.pid}). Stop it, or set STAGEDOOR_DATA_DIR to another folder.`,
    );
    await directory.release();
  });

  test("is waited for if its owner is about to stop", async () => {
    const directory = await takeDataFolder(dataDir, 0, never);
    directory.announceStop();
    const next = takeDataFolder(dataDir, 60_000, never);
    await directory.release();
    await (await next).release();
  });

  test("is no longer waited for if startup is aborted", async () => {
    const directory = await takeDataFolder(dataDir, 0, never);
    directory.announceStop();
    const stop = new AbortController();
    const next = takeDataFolder(dataDir, 60_000, stop.signal);
    stop.abort();
    await expect(next).rejects.toThrow("aborted");
    await directory.release();
  });

  test("on a full disk can still be released, and the next start fails instead of waiting", async () => {
    const directory = await takeDataFolder(dataDir, 0, never);
    await mkdir(join(dataDir, "launcher.stopping.new"));
    directory.announceStop();
    await directory.release();
    await (await takeDataFolder(dataDir, 0, never)).release();
  });

  test("is rejected with an explanation of what to do if it cannot be created", async () => {
    await writeFile(join(parent, "deep"), "a file in the way");
    await expect(takeDataFolder(dataDir, 0, never)).rejects.toThrow(
      /^The data folder .* cannot be used \(.*\)\. Set STAGEDOOR_DATA_DIR to a folder that this user can write to\.$/,
    );
  });
});
