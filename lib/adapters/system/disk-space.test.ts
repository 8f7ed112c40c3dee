import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mountSmallDisk } from "@/testing/small-disk";
import { createDiskSpace } from "./disk-space";

describe("the disk of an embedded part", () => {
  test("reports its free space", async () => {
    const space = createDiskSpace({ database: tmpdir(), objectStore: null });
    expect(await space.freeBytes("database")).toBeGreaterThan(0);
  });

  test("is not read if the part runs elsewhere", async () => {
    const space = createDiskSpace({ database: tmpdir(), objectStore: null });
    expect(await space.freeBytes("objectStore")).toBeNull();
  });

  test("is unknown if the folder does not exist", async () => {
    const objectStore = join(tmpdir(), "stagedoor-never-made");
    expect(await createDiskSpace({ database: null, objectStore }).freeBytes("objectStore")).toBe(
      null,
    );
  });

  test("is reported to have 0 bytes free if it is full", async ({ skip, onTestFinished }) => {
    const disk = mountSmallDisk(1);
    if (disk === null) return skip("this user may not mount a file system");
    onTestFinished(disk.unmount);
    disk.fill();
    const space = createDiskSpace({ database: disk.directory, objectStore: null });
    expect(await space.freeBytes("database")).toBe(0);
  });
});
