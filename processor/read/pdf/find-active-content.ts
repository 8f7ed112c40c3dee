import { constants, inflateSync } from "node:zlib";
import type { FindingList } from "../reading-context";

/** The names that mark programs in a PDF, with their findings. */
const NAMES = [
  ["/JavaScript", "contains-javascript"],
  ["/Launch", "contains-launch-action"],
] as const;

const STREAM_BYTES_MAX = 4 * 1024 * 1024;
const STREAMS_MAX = 200;

/**
 * Looks for programs in a PDF: in the file itself and in compressed object streams. This is a hint for people, not a
 * virus scanner: it does not read streams of encrypted files and misses deliberately disguised names.
 */
export function findActiveContent(bytes: Uint8Array, findings: FindingList): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = [file, ...objectStreams(file)];
  for (const [name, code] of NAMES) {
    if (texts.some((text) => hasName(text, name))) findings.add(code);
  }
}

/** Whether the text contains this exact name and not just a longer name that starts with it. */
function hasName(text: Buffer, name: string): boolean {
  for (
    let at = text.indexOf(name, 0, "latin1");
    at >= 0;
    at = text.indexOf(name, at + 1, "latin1")
  ) {
    const next = text[at + name.length] ?? 0x20;
    if (!/[\w.-]/.test(String.fromCharCode(next))) return true;
  }
  return false;
}

/** Returns the contents of object streams, as far as they can be decompressed. */
function* objectStreams(file: Buffer): Generator<Buffer> {
  let at = file.indexOf("/ObjStm", 0, "latin1");
  for (let count = 0; at >= 0 && count < STREAMS_MAX; count += 1) {
    const keyword = file.indexOf("stream", at, "latin1");
    if (keyword < 0) return;
    const start = keyword + "stream".length + (file[keyword + 6] === 0x0d ? 2 : 1);
    const end = file.indexOf("endstream", start, "latin1");
    if (end < 0) return;
    const unpacked = unpack(file.subarray(start, end));
    if (unpacked) yield unpacked;
    at = file.indexOf("/ObjStm", end, "latin1");
  }
}

function unpack(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, {
      maxOutputLength: STREAM_BYTES_MAX,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    // The stream is compressed with a different method, or is too large for an object stream.
    return null;
  }
}
