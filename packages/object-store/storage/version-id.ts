import { randomBytes } from "node:crypto";

/**
 * The id of the only version of a key in a bucket without versioning, and of objects stored before versioning was turned
 * on.
 */
export const NULL_VERSION_ID = "null";

/** A sequence number within the key, so that ids are ordered, and random digits, so that no id is used twice. */
const VERSION_ID = /^[\da-f]{40}$/;
const SEQUENCE_DIGITS = 8;

/** Returns whether the id has the form of this store's ids. */
export function isVersionId(text: string): boolean {
  return text === NULL_VERSION_ID || VERSION_ID.test(text);
}

/**
 * Returns an id that is newer than `newest`, the id of the key's newest version, which is null if the key has no
 * versions.
 */
export function nextVersionId(newest: string | null): string {
  const sequence = newest === null ? 1 : Number.parseInt(sequenceOf(newest), 16) + 1;
  return sequence.toString(16).padStart(SEQUENCE_DIGITS, "0") + randomBytes(16).toString("hex");
}

/**
 * Compares two ids of the same key, so that the newest comes first. The null version is older than all others, because
 * versioning cannot be suspended.
 */
export function compareVersionIds(a: string, b: string): number {
  if (a === b) return 0;
  return orderOf(a) > orderOf(b) ? -1 : 1;
}

const sequenceOf = (versionId: string) => orderOf(versionId).slice(0, SEQUENCE_DIGITS);

const orderOf = (versionId: string) => (versionId === NULL_VERSION_ID ? "00000000" : versionId);
