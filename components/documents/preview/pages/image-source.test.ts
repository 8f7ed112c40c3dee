import { describe, expect, test } from "vitest";
import { openImageSource, readWhole } from "./image-source";

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  size: bytes.length,
  read: async (begin: number, end: number) => bytes.slice(begin, end),
});

test.each([
  ["whose size is unknown", "image/jpeg", [0xff, 0xd8, 0xff, 0xd9], "corrupt"],
  ["without a pixel", "image/gif", [...Buffer.from("GIF89a"), 0, 0, 9, 0], "corrupt"],
  ["of 65,535 × 65,535", "image/gif", [...Buffer.from("GIF89a"), 255, 255, 255, 255], "too-large"],
])("an image %s is rejected before it is decoded", async (_, mediaType, values, reason) => {
  const bytes = Uint8Array.from(values);
  const opening = openImageSource(fileOf(bytes), bytes, mediaType);
  await expect(opening).rejects.toMatchObject({ reason });
});

const MIB = 1024 * 1024;

/** Creates a file in which the value of each byte is the index of its MiB. */
function arrangeFile(size: number) {
  const ranges: [number, number][] = [];
  const bytes = Uint8Array.from({ length: size }, (_, at) => Math.floor(at / MIB));
  const read = async (begin: number, end: number) => {
    ranges.push([begin, end]);
    return bytes.slice(begin, end);
  };
  return { ranges, bytes, file: { size, read } };
}

describe("a whole file", () => {
  test("is read in parts of 4 MiB, except for the bytes already known", async () => {
    const { ranges, bytes, file } = arrangeFile(10 * MIB);
    const whole = await readWhole(file, bytes.slice(0, MIB));
    expect(ranges).toEqual([
      [MIB, 5 * MIB],
      [5 * MIB, 9 * MIB],
      [9 * MIB, 10 * MIB],
    ]);
    expect(Buffer.compare(whole, bytes)).toBe(0);
  });

  test("is not fetched if all its bytes are already known", async () => {
    const { ranges, bytes, file } = arrangeFile(10);
    expect(await readWhole(file, bytes)).toBe(bytes);
    expect(ranges).toEqual([]);
  });
});
