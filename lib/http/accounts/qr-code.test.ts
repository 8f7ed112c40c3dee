import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { drawQrCode } from "./qr-code";

const ADDRESS =
  "otpauth://totp/Stagedoor:ada%40example.com?issuer=Stagedoor&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30";
const PIXELS = 4;

/** Draws the code's modules as a camera would see them. */
function paint({ size, path }: ReturnType<typeof drawQrCode>) {
  const width = size * PIXELS;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let n = 0; n < PIXELS * PIXELS; n += 1) {
      const column = Number(x) * PIXELS + (n % PIXELS);
      const row = Number(y) * PIXELS + Math.floor(n / PIXELS);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test("a camera can read the address from the QR code", () => {
  expect(decodeQR(paint(drawQrCode(ADDRESS)))).toBe(ADDRESS);
});

test("four light modules surround the code", () => {
  const { size, path } = drawQrCode(ADDRESS);
  const places = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5]);
});
