import type { Sniffed } from "./sniffed";

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

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const DIRECTORY_SECTORS_MAX = 256;

/** Identifies a compound file (the container of Word 97 and of encrypted Office files); null if it is not one. */
export function sniffCompound(bytes: Uint8Array): Sniffed | null {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, index) => bytes[index] !== byte))
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
