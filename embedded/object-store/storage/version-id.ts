import { randomBytes } from "node:crypto";

/** Id of the one version that a bucket without versions keeps of a key, and of what it kept before it had versions. */
export const NULL_VERSION_ID = "null";

/** A sequence number within the key, so that ids tell their order, and random digits, so that no id is ever used twice. */
const VERSION_ID = /^[\da-f]{40}$/;
const SEQUENCE_DIGITS = 8;

/** Whether this store may have made the id. */
export function isVersionId(text: string): boolean {
  return text === NULL_VERSION_ID || VERSION_ID.test(text);
}

/** An id newer than the newest one of the key; null when the key has no version. */
export function nextVersionId(newest: string | null): string {
  const sequence = newest === null ? 1 : Number.parseInt(sequenceOf(newest), 16) + 1;
  return sequence.toString(16).padStart(SEQUENCE_DIGITS, "0") + randomBytes(16).toString("hex");
}

/** Order of two ids of the same key, newest first. The null version is older than all others: versions are never suspended. */
export function compareVersionIds(a: string, b: string): number {
  if (a === b) return 0;
  return orderOf(a) > orderOf(b) ? -1 : 1;
}

const sequenceOf = (versionId: string) => orderOf(versionId).slice(0, SEQUENCE_DIGITS);

const orderOf = (versionId: string) => (versionId === NULL_VERSION_ID ? "00000000" : versionId);
