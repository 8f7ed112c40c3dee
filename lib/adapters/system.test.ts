import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mountSmallDisk } from "@/testing/small-disk";
import { createChangeSignal, createDiskSpace } from "./system";

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

function arrange() {
  const signal = createChangeSignal();
  const heard: string[] = [];
  const note = (name: string) => () => {
    heard.push(name);
  };
  return { signal, heard, note };
}

test("every listener receives all later announcements but no earlier ones", () => {
  const { signal, heard, note } = arrange();
  signal.announce();
  signal.subscribe(note("first"));
  signal.announce();
  signal.subscribe(note("second"));
  signal.announce();
  expect(heard).toEqual(["first", "first", "second"]);
});

test("a removed listener receives no more announcements, and the other listeners remain", () => {
  const { signal, heard, note } = arrange();
  const listener = note("same");
  const end = signal.subscribe(listener);
  signal.subscribe(listener);
  end();
  end();
  signal.announce();
  expect(heard).toEqual(["same"]);
});

test("a listener that throws affects neither the caller nor the other listeners", () => {
  const { signal, heard, note } = arrange();
  signal.subscribe(() => {
    throw new Error("broken");
  });
  signal.subscribe(note("other"));
  expect(() => signal.announce()).not.toThrow();
  expect(heard).toEqual(["other"]);
});
