import { asciiOf } from "./sniff-ascii";
import type { Sniffed } from "./sniffed";

/** Signatures of formats at a given offset, in hexadecimal digits; `?` matches any digit. */
const MAGIC: readonly (readonly [offset: number, hex: string, format: string])[] = [
  [0, "ffd8ff", "image/jpeg"],
  [0, "89504e470d0a1a0a", "image/png"],
  [0, "49492a00", "image/tiff"],
  [0, "4d4d002a", "image/tiff"],
  [0, "49492b00", "image/tiff"],
  [0, "4d4d002b", "image/tiff"],
  [0, "474946383761", "image/gif"],
  [0, "474946383961", "image/gif"],
  [0, "52494646????????57454250", "image/webp"],
  [0, "52494646????????41564920", "video/x-msvideo"],
  [0, "52494646????????57415645", "audio/wav"],
  [4, "6674797068656963", "image/heic"],
  [4, "6674797068656978", "image/heic"],
  [4, "6674797068657663", "image/heic"],
  [4, "667479706d696631", "image/heif"],
  [4, "667479706d736631", "image/heif"],
  [4, "6674797061766966", "image/avif"],
  [4, "66747970", "video/mp4"],
  [0, "41433130????", "image/vnd.dwg"],
  [0, "7b5c727466", "application/rtf"],
  [0, "1f8b", "application/gzip"],
  [0, "377abcaf271c", "application/x-7z-compressed"],
  [0, "526172211a07", "application/vnd.rar"],
  [0, "425a68", "application/x-bzip2"],
  [0, "fd377a585a00", "application/x-xz"],
  [257, "7573746172", "application/x-tar"],
  [0, "4d534346", "application/vnd.ms-cab-compressed"],
  [0, "789f3e22", "application/vnd.ms-tnef"],
  [0, "25215053", "application/postscript"],
  [0, "494433", "audio/mpeg"],
  [0, "4f676753", "audio/ogg"],
  [0, "1a45dfa3", "video/x-matroska"],
  [0, "53514c69746520666f726d6174", "application/vnd.sqlite3"],
  [0, "ff575043", "application/vnd.wordperfect"],
  [0, "0000000c6a502020", "image/jp2"],
];

const EXECUTABLES: readonly (readonly [hex: string, format: string])[] = [
  ["7f454c46", "application/x-elf"],
  ["feedface", "application/x-mach-binary"],
  ["feedfacf", "application/x-mach-binary"],
  ["cefaedfe", "application/x-mach-binary"],
  ["cffaedfe", "application/x-mach-binary"],
  ["cafebabe", "application/java-vm"],
  ["4c0000000114020000000000c0000000", "application/x-ms-shortcut"],
];

/** Identifies a format by its signature; null if it is unknown. */
export function sniffMagic(bytes: Uint8Array): Sniffed | null {
  const head = hexOf(bytes.subarray(0, 512));
  if (isWindowsProgram(bytes)) return { kind: "executable", format: "application/x-msdownload" };
  const program = EXECUTABLES.find(([hex]) => head.startsWith(hex));
  if (program) return { kind: "executable", format: program[1] };
  const known = MAGIC.find(([offset, hex]) => matches(head, offset, hex));
  if (known) return { kind: "other", format: known[2] };
  return isBitmap(bytes) ? { kind: "other", format: "image/bmp" } : null;
}

const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function matches(head: string, offset: number, hex: string): boolean {
  for (let index = 0; index < hex.length; index += 1) {
    if (hex[index] !== "?" && hex[index] !== head[offset * 2 + index]) return false;
  }
  return true;
}

/** Text may also begin with these two letters, so the second header is checked too. */
function isWindowsProgram(bytes: Uint8Array): boolean {
  if (asciiOf(bytes.subarray(0, 2)) !== "MZ" || bytes.length < 64) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const second = view.getUint32(60, true);
  return (
    /^(PE|NE|LE|LX)/.test(asciiOf(bytes.subarray(second, second + 4))) ||
    bytes.subarray(2, 64).includes(0)
  );
}

/** Two letters are not enough to identify a bitmap, so the size in its header is checked too. */
function isBitmap(bytes: Uint8Array): boolean {
  if (asciiOf(bytes.subarray(0, 2)) !== "BM" || bytes.length < 26) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(6, true) === 0 && view.getUint32(10, true) < bytes.length;
}
