import type { RangedFile } from "./ranged-file";

/** The bytes per request, small enough that a slow connection receives them before the request times out. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Reads a whole file whose first bytes are known, one part after the other.
 * @throws the errors of reading a part
 */
export async function readWhole(
  file: RangedFile,
  head: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (head.length >= file.size) return head;
  const whole = new Uint8Array(file.size);
  whole.set(head);
  for (let at = head.length; at < file.size; at += PART_BYTES) {
    whole.set(await file.read(at, Math.min(at + PART_BYTES, file.size)), at);
  }
  return whole;
}
