import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { imageSize } from "./image-size";

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number" ? [value] : [...value].map((each) => each.charCodeAt(0)),
    ),
  );

describe("the declared size of an image", () => {
  test("is read from a PNG", () => {
    const png = bytes("\u0089PNG\r\n\u001a\n", 0, 0, 0, 13, "IHDR", 0, 0, 0x75, 0x30, 0, 0, 0, 9);
    expect(imageSize(png, "image/png")).toEqual({ width: 30_000, height: 9 });
  });

  test("is read from a GIF", () => {
    expect(imageSize(bytes("GIF89a", 0x10, 1, 2, 0), "image/gif")).toEqual({
      width: 272,
      height: 2,
    });
  });

  test("is read from a JPEG with tables before the frame", () => {
    const frame = [0xff, 0xc2, 0, 11, 8, 0, 7, 1, 0];
    const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, ...frame, 1);
    expect(imageSize(jpeg, "image/jpeg")).toEqual({ width: 256, height: 7 });
  });

  test("is read from a JPEG with stray bytes between its segments, which decoders skip", () => {
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 7, 1, 0];
    const stray = [0, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 0xff, 0x01, 0xff, 0xff];
    const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, ...stray, ...frame, 1);
    expect(imageSize(jpeg, "image/jpeg")).toEqual({ width: 256, height: 7 });
  });

  test("is unknown for a JPEG whose scan begins without a frame", () => {
    const scan = [0xff, 0xda, 0, 2, 0xff, 0xc0, 0, 11, 8, 0, 7, 1, 0];
    expect(imageSize(bytes(0xff, 0xd8, ...scan), "image/jpeg")).toBeNull();
  });

  test("is read from a BMP, even with the short OS/2 header", () => {
    const long = bytes("BM", ...Array(12).fill(0), 40, 0, 0, 0, 44, 1, 0, 0, 0xfe, 255, 255, 255);
    expect(imageSize(long, "image/bmp")).toEqual({ width: 300, height: 2 });
    const short = bytes("BM", ...Array(12).fill(0), 12, 0, 0, 0, 44, 1, 2, 0, 1, 0, 24, 0);
    expect(imageSize(short, "image/bmp")).toEqual({ width: 300, height: 2 });
  });

  test("is read from a WebP with a canvas", () => {
    const webp = bytes("RIFF", 0, 0, 0, 0, "WEBPVP8X", 10, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 4, 0, 0);
    expect(imageSize(webp, "image/webp")).toEqual({ width: 266, height: 5 });
  });

  test("is unknown if the file is truncated", () => {
    expect(imageSize(bytes("\u0089PNG"), "image/png")).toBeNull();
    expect(imageSize(bytes(0xff, 0xd8, 0xff), "image/jpeg")).toBeNull();
    expect(imageSize(bytes("x"), "image/unheard-of")).toBeNull();
  });

  test("is read from a real file", () => {
    const real = readFileSync("docs/screenshots/account.png");
    const { width = 0 } = imageSize(new Uint8Array(real), "image/png") ?? {};
    expect(width).toBeGreaterThan(300);
  });
});
