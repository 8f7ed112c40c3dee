/**
 * The key of an upload, signed for its uploader, who can upload again until the URL expires. In a store that keeps versions,
 * the reported version stays here and is the document (decision 0041).
 */
export function stagedObjectKey(uuid: string): string {
  return `staged/${uuid}`;
}

/**
 * The key of reported bytes in a store without versions. No URL that writes here is ever signed, and each verification copies to a key of its
 * own, so no report can overwrite or remove the bytes of another (decision 0007).
 */
export function documentObjectKey(uuid: string, copyId: string): string {
  return `documents/${uuid}/${copyId}`;
}

/** The prefix of uploads, one key per document. */
export const STAGED_PREFIX = "staged/";

/** The prefix of copies: reported bytes and leftovers of interrupted verifications. */
export const DOCUMENTS_PREFIX = "documents/";

const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const OWN_KEY = new RegExp(`^(?:staged/(${UUID})|documents/(${UUID})/[^/]+)$`);

/** The uuid of the document that an object belongs to; null for a key that we never make. */
export function documentOfKey(key: string): string | null {
  const found = OWN_KEY.exec(key);
  return found?.[1] ?? found?.[2] ?? null;
}

/** A key before those of all documents created since then: version 7 uuids start with their time. */
export function positionAt(prefix: string, createdSince: Date): string {
  const time = Math.max(0, createdSince.getTime()).toString(16).padStart(12, "0");
  return `${prefix}${time.slice(0, 8)}-${time.slice(8, 12)}`;
}
