import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { imageSize } from "./image-size";

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number" ? [value] : [...value].map((each) => each.charCodeAt(0)),
    ),
  );

describe("the size that an image says it has", () => {
  test("of a PNG", () => {
    const png = bytes("\u0089PNG\r\n\u001a\n", 0, 0, 0, 13, "IHDR", 0, 0, 0x75, 0x30, 0, 0, 0, 9);
    expect(imageSize(png, "image/png")).toEqual({ width: 30_000, height: 9 });
  });

  test("of a GIF", () => {
    expect(imageSize(bytes("GIF89a", 0x10, 1, 2, 0), "image/gif")).toEqual({
      width: 272,
      height: 2,
    });
  });

  test("of a JPEG, behind its tables", () => {
    const frame = [0xff, 0xc2, 0, 11, 8, 0, 7, 1, 0];
    const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, ...frame, 1);
    expect(imageSize(jpeg, "image/jpeg")).toEqual({ width: 256, height: 7 });
  });

  test("of a JPEG with stray bytes between its segments, as decoders skip them", () => {
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 7, 1, 0];
    const stray = [0, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 0xff, 0x01, 0xff, 0xff];
    const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, ...stray, ...frame, 1);
    expect(imageSize(jpeg, "image/jpeg")).toEqual({ width: 256, height: 7 });
  });

  test("of a JPEG is unknown when its picture begins without it", () => {
    const scan = [0xff, 0xda, 0, 2, 0xff, 0xc0, 0, 11, 8, 0, 7, 1, 0];
    expect(imageSize(bytes(0xff, 0xd8, ...scan), "image/jpeg")).toBeNull();
  });

  test("of a BMP, also with the short header of OS/2", () => {
    const long = bytes("BM", ...Array(12).fill(0), 40, 0, 0, 0, 44, 1, 0, 0, 0xfe, 255, 255, 255);
    expect(imageSize(long, "image/bmp")).toEqual({ width: 300, height: 2 });
    const short = bytes("BM", ...Array(12).fill(0), 12, 0, 0, 0, 44, 1, 2, 0, 1, 0, 24, 0);
    expect(imageSize(short, "image/bmp")).toEqual({ width: 300, height: 2 });
  });

  test("of a WebP with a canvas", () => {
    const webp = bytes("RIFF", 0, 0, 0, 0, "WEBPVP8X", 10, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 4, 0, 0);
    expect(imageSize(webp, "image/webp")).toEqual({ width: 266, height: 5 });
  });

  test("is unknown of what breaks off", () => {
    expect(imageSize(bytes("\u0089PNG"), "image/png")).toBeNull();
    expect(imageSize(bytes(0xff, 0xd8, 0xff), "image/jpeg")).toBeNull();
    expect(imageSize(bytes("x"), "image/unheard-of")).toBeNull();
  });

  test("of a real file", () => {
    const real = readFileSync("docs/screenshots/account.png");
    const { width = 0 } = imageSize(new Uint8Array(real), "image/png") ?? {};
    expect(width).toBeGreaterThan(300);
  });
});
