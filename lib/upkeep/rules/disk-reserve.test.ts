import { describe, expect, test } from "vitest";
import { DISK_RESERVE_BYTES, describeShortage, freeBytesOf, isDiskFull } from "./disk-reserve";

const figures = { bsize: 4096, blocks: 1000, bavail: 10, files: 500, ffree: 20 };

describe("the free space of a disk", () => {
  test.each([
    ["is the space available to an unprivileged program", {}, 40_960],
    ["is 0 if no file can be added", { ffree: 0 }, 0],
    ["does not depend on files if their number is not fixed", { files: 0, ffree: 0 }, 40_960],
    ["is unknown if the file system gives no figures", { blocks: 0, bavail: 0 }, null],
  ])("%s", (_name, changed, expected) => {
    expect(freeBytesOf({ ...figures, ...changed })).toBe(expected);
  });
});

describe("a disk", () => {
  test.each([
    [0, true],
    [DISK_RESERVE_BYTES - 1, true],
    [DISK_RESERVE_BYTES, false],
    [null, false],
  ])("with %j bytes free is full: %s", (freeBytes, expected) => {
    expect(isDiskFull(freeBytes)).toBe(expected);
  });

  test("that is full is described with the free and the required space", () => {
    expect(describeShortage(12.9 * 1024 ** 2)).toBe(
      "12 MiB are free, and at least 64 MiB are needed",
    );
  });
});
