import { expect, test } from "vitest";
import { openImageSource } from "./image-source";

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
