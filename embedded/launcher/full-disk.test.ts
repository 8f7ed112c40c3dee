import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { mountSmallDisk } from "@/testing/small-disk";
import { requireDiskSpace } from "./data-folder/require-disk-space";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DATA_DIR = "/srv/stagedoor";
const MEBIBYTE = 1024 ** 2;

const WHAT_TO_DO = "Free some space, or set STAGEDOOR_DATA_DIR to a folder on another disk.";

/** Starts as `npm start` does, in a separate data folder. */
async function start(dataDir: string) {
  const child = spawn(
    process.execPath,
    ["embedded/run-bundled.mjs", "embedded/launcher/main.ts", "start"],
    {
      cwd: ROOT,
      env: { ...env, NODE_ENV: "production", STAGEDOOR_DATA_DIR: dataDir, PORT: "1" },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await once(child, "exit");
  return { exitCode, output: (await output).join("") };
}

describe("starting Stagedoor", () => {
  test("on a disk that is really full stops with one sentence and leaves nothing behind", async ({
    skip,
  }) => {
    const disk = mountSmallDisk(2);
    if (disk === null) return skip("this user may not mount a file system");
    onTestFinished(disk.unmount);
    disk.fill();
    const dataDir = join(disk.directory, "deep", "data");
    expect(await start(dataDir)).toEqual({
      exitCode: 1,
      output: `The disk that holds the data folder ${dataDir} is full: 0 MiB are free, and Stagedoor needs at least 8 MiB to start. ${WHAT_TO_DO}\n`,
    });
    expect(readdirSync(disk.directory)).toEqual(["filler"]);
  });

  test("with less than 8 MiB, which is too little, stops and reports both figures", () => {
    expect(() => requireDiskSpace(DATA_DIR, () => 8 * MEBIBYTE - 1)).toThrow(
      `The disk that holds the data folder ${DATA_DIR} is full: 7 MiB are free, and Stagedoor needs at least 8 MiB to start. ${WHAT_TO_DO}`,
    );
  });

  test.each([8 * MEBIBYTE, 64 * MEBIBYTE - 1])(
    "with less than the reserve of 64 MiB continues with a warning, so that documents can be deleted: %j",
    (freeBytes) => {
      expect(requireDiskSpace(DATA_DIR, () => freeBytes)).toMatch(
        /^The disk that holds the data folder .* is almost full: \d+ MiB are free, .* 64 MiB .*Uploads are rejected/,
      );
    },
  );

  test.each([64 * MEBIBYTE, null])(
    "with %j bytes free continues without a warning",
    (freeBytes) => {
      expect(requireDiskSpace(DATA_DIR, () => freeBytes)).toBeNull();
    },
  );
});
