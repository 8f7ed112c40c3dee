import type { RangedFile } from "./ranged-file";

/** One request brings so much, so that a slow connection gets it within the time that a request has. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * All bytes of a file of which the first ones are known, read one part after the other.
 * @throws what reading a part throws
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
