import { closeSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openChildLog } from "./child-log";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-log-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

describe("the log of a child process", () => {
  test("never exceeds twice its limit, and keeps the newest lines", async () => {
    const lines = ["first\n", "second\n", "third\n", "fourth\n", "fifth\n"];
    openChildLog(dataDir, "next", 14).write(lines.shift() ?? "");
    const log = openChildLog(dataDir, "next", 14);
    for (const line of lines) log.write(line);

    expect(await readFile(log.file, "utf8")).toBe("fifth\n");
    expect(await readFile(`${log.file}.1`, "utf8")).toBe("third\nfourth\n");
  });

  test("continues in the same file if it cannot be renamed, and does not write to any other file", async () => {
    const log = openChildLog(dataDir, "next", 6);
    await mkdir(join(`${log.file}.1`, "in-the-way"), { recursive: true });
    log.write("first\n");
    log.write("second\n");
    const other = join(dataDir, "other");
    const descriptor = openSync(other, "w");
    log.write("third\n");
    closeSync(descriptor);

    expect(await readFile(other, "utf8")).toBe("");
    expect(await readFile(log.file, "utf8")).toBe("first\nsecond\nthird\n");
  });

  test("starts a new file if the log is full and somebody has removed the old file", async () => {
    const log = openChildLog(dataDir, "next", 6);
    log.write("first\n");
    await rm(log.file);
    log.write("second\n");

    expect(await readFile(log.file, "utf8")).toBe("second\n");
  });
});
