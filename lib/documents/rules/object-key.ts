/**
 * Where an upload lands: signed for its uploader, who may upload again until the URL expires. In a store that keeps versions,
 * the version that was reported stays here and is the document (decision 0041).
 */
export function stagedObjectKey(uuid: string): string {
  return `staged/${uuid}`;
}

/**
 * Where reported bytes stay that the store keeps no versions of. No URL that writes here is ever signed, and each verification copies to a key of
 * its own, so no report can overwrite or remove what another one secured (decision 0007).
 */
export function documentObjectKey(uuid: string, copyId: string): string {
  return `documents/${uuid}/${copyId}`;
}

/** Below it are the uploads, one key a document. */
export const STAGED_PREFIX = "staged/";

/** Below it are copies of uploads: reported bytes and what verifications that were cut off left. */
export const DOCUMENTS_PREFIX = "documents/";

const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const OWN_KEY = new RegExp(`^(?:staged/(${UUID})|documents/(${UUID})/[^/]+)$`);

/** The uuid of the document that an object belongs to; null for a key that we never make. */
export function documentOfKey(key: string): string | null {
  const found = OWN_KEY.exec(key);
  return found?.[1] ?? found?.[2] ?? null;
}

/** A key in front of those of all documents that were created since then, for version 7 uuids begin with their time. */
export function positionAt(prefix: string, createdSince: Date): string {
  const time = Math.max(0, createdSince.getTime()).toString(16).padStart(12, "0");
  return `${prefix}${time.slice(0, 8)}-${time.slice(8, 12)}`;
}
