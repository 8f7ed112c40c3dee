import { type Sniffed, sniffText } from "./sniff-text";

const PDF_HEADER_WITHIN = 1024;
const OPEN_XML = "application/vnd.openxmlformats-officedocument.";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.";

/** Archives that are identified by a name inside them; the first match decides. */
const ZIP_KINDS = [
  ["word/document", "docx", `${OPEN_XML}wordprocessingml.document`],
  ["xl/workbook.bin", "other", "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  ["xl/workbook", "xlsx", `${OPEN_XML}spreadsheetml.sheet`],
  ["ppt/presentation", "other", `${OPEN_XML}presentationml.presentation`],
  [`mimetype${OPEN_DOCUMENT}text`, "other", `${OPEN_DOCUMENT}text`],
  [`mimetype${OPEN_DOCUMENT}spreadsheet`, "other", `${OPEN_DOCUMENT}spreadsheet`],
  [`mimetype${OPEN_DOCUMENT}presentation`, "other", `${OPEN_DOCUMENT}presentation`],
  [`mimetype${OPEN_DOCUMENT}graphics`, "other", `${OPEN_DOCUMENT}graphics`],
  ["mimetypeapplication/epub+zip", "other", "application/epub+zip"],
  ["AndroidManifest.xml", "other", "application/vnd.android.package-archive"],
] as const;

/** Identifies a file by its content, never by its name, in time that does not depend on the file's size. */
export function sniff(bytes: Uint8Array): Sniffed {
  if (bytes.length === 0) return { kind: "empty", format: "application/x-empty" };
  // PDF readers look for the header within the first kibibyte, so anything may precede it.
  if (hasAscii(bytes.subarray(0, PDF_HEADER_WITHIN), "%PDF-")) {
    return { kind: "pdf", format: "application/pdf" };
  }
  if (
    hasAscii(bytes.subarray(0, 4), "PK\u0003\u0004") ||
    hasAscii(bytes.subarray(0, 4), "PK\u0005\u0006")
  ) {
    return sniffZip(bytes);
  }
  return sniffCompound(bytes) ?? sniffMagic(bytes) ?? sniffText(bytes) ?? UNKNOWN;
}

const UNKNOWN: Sniffed = { kind: "other", format: "application/octet-stream" };

const ZIP_START_BYTES = 64 * 1024;
/** An archive's list of contents is at its end; if the list is longer than this, the beginning identifies the archive. */
const ZIP_END_BYTES = 256 * 1024;

function sniffZip(bytes: Uint8Array): Sniffed {
  const start = asciiOf(bytes.subarray(0, ZIP_START_BYTES));
  const end = asciiOf(bytes.subarray(Math.max(0, bytes.length - ZIP_END_BYTES)));
  for (const [name, kind, format] of ZIP_KINDS) {
    if (start.includes(name) || end.includes(name)) return { kind, format };
  }
  return { kind: "other", format: "application/zip" };
}

/** Stream names that identify older Office formats; the first one found decides. */
const KINDS = [
  ["EncryptedPackage", "encrypted", "application/vnd.ms-office.encrypted"],
  ["EncryptionInfo", "encrypted", "application/vnd.ms-office.encrypted"],
  ["__properties_version1.0", "other", "application/vnd.ms-outlook"],
  ["WordDocument", "other", "application/msword"],
  ["Workbook", "other", "application/vnd.ms-excel"],
  ["Book", "other", "application/vnd.ms-excel"],
  ["PowerPoint Document", "other", "application/vnd.ms-powerpoint"],
  ["VisioDocument", "other", "application/vnd.visio"],
] as const;

const COMPOUND_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const DIRECTORY_SECTORS_MAX = 256;

/** Identifies a compound file (the container of Word 97 and of encrypted Office files); null if it is not one. */
function sniffCompound(bytes: Uint8Array): Sniffed | null {
  if (bytes.length < HEADER_BYTES || COMPOUND_MAGIC.some((byte, index) => bytes[index] !== byte))
    return null;
  const names = streamNames(bytes);
  const kind = KINDS.find(([name]) => names.has(name));
  return kind ? { kind: kind[1], format: kind[2] } : { kind: "other", format: "application/x-cfb" };
}

/** Returns the stream names in a compound file's directory, as far as the chain of sectors can be followed. */
function streamNames(bytes: Uint8Array): ReadonlySet<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorBytes = 2 ** Math.min(12, Math.max(9, view.getUint16(30, true)));
  const offsetOf = (sector: number) => (sector + 1) * sectorBytes;
  const names = new Set<string>();
  const visited = new Set<number>();
  let sector = view.getUint32(48, true);
  while (offsetOf(sector) + sectorBytes <= bytes.length && visited.size < DIRECTORY_SECTORS_MAX) {
    if (visited.has(sector)) break;
    visited.add(sector);
    for (let entry = 0; entry < sectorBytes; entry += ENTRY_BYTES) {
      names.add(nameAt(view, offsetOf(sector) + entry));
    }
    sector = sectorAfter(view, sector, sectorBytes);
  }
  return names;
}

function nameAt(view: DataView, offset: number): string {
  const bytes = Math.min(64, view.getUint16(offset + 64, true));
  let name = "";
  for (let at = 0; at + 2 < bytes; at += 2) {
    name += String.fromCharCode(view.getUint16(offset + at, true));
  }
  return name;
}

/** Returns the next sector of a chain, or a number beyond any file. */
function sectorAfter(view: DataView, sector: number, sectorBytes: number): number {
  const END = 0xfffffffe;
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  // Only the tables listed in the header are used: they cover the first 7 MB, where every program puts the start of the
  // directory.
  if (table >= 109) return END;
  const tableSector = view.getUint32(76 + table * 4, true);
  const offset = (tableSector + 1) * sectorBytes + (sector % perTable) * 4;
  return offset + 4 <= view.byteLength ? view.getUint32(offset, true) : END;
}

/** Decodes each byte as one character; only ASCII characters are meaningful. */
function asciiOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Whether the bytes contain this ASCII text. */
function hasAscii(bytes: Uint8Array, text: string): boolean {
  return asciiOf(bytes).includes(text);
}

/** Signatures of formats at a given offset, in hexadecimal digits; `?` matches any digit. */
const MAGIC_NUMBERS: readonly (readonly [offset: number, hex: string, format: string])[] = [
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
function sniffMagic(bytes: Uint8Array): Sniffed | null {
  const head = hexOf(bytes.subarray(0, 512));
  if (isWindowsProgram(bytes)) return { kind: "executable", format: "application/x-msdownload" };
  const program = EXECUTABLES.find(([hex]) => head.startsWith(hex));
  if (program) return { kind: "executable", format: program[1] };
  const known = MAGIC_NUMBERS.find(([offset, hex]) => matches(head, offset, hex));
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
