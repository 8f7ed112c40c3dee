import type { PageSize } from "./page-source";

/**
 * Returns the size that an image declares, before a browser decodes it; null if it is hidden or missing. The declared
 * size decides how much memory decoding takes, so it is checked first.
 */
export function imageSize(bytes: Uint8Array, mediaType: string): PageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = READERS[mediaType]?.(view) ?? null;
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch {
    return null;
  }
}

const READERS: Readonly<Record<string, (view: DataView) => PageSize | null>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/bmp": bmpSize,
  "image/webp": webpSize,
  "image/jpeg": jpegSize,
  "image/avif": avifSize,
};

const BMP_SHORT_HEADER_BYTES = 12;

function bmpSize(view: DataView): PageSize {
  return view.getUint32(14, true) === BMP_SHORT_HEADER_BYTES
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

function webpSize(view: DataView): PageSize | null {
  switch (String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + 12, 4))) {
    case "VP8X":
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}

/** Markers in the frame range that introduce tables and do not contain a size. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** Markers without a segment: a stuffed zero, TEM and the restart markers. */
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** The end of the image, and the start of its scan. Decoders do not look for a size after either of them. */
const ENDS = [0xd9, 0xda];

function jpegSize(view: DataView): PageSize | null {
  let at = 2;
  for (;;) {
    // Skips stray bytes between segments as decoders do; otherwise one of them could hide the size.
    while (view.getUint8(at) !== 0xff) at += 1;
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    if (ENDS.includes(marker)) return null;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      return { width: view.getUint16(at + 6), height: view.getUint16(at + 4) };
    }
    at += 1 + (standsAlone(marker) ? 0 : view.getUint16(at + 1));
  }
}

/** Returns the largest size in the `ispe` boxes near the beginning of the file. */
function avifSize(view: DataView): PageSize | null {
  let largest: PageSize | null = null;
  for (let at = 0; at < Math.min(view.byteLength - 16, 65_536); at += 1) {
    if (view.getUint32(at) !== 0x69_73_70_65) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height)
      largest = size;
  }
  return largest;
}
