/** Where an upload lands: signed for its uploader, overwritable until the URL expires (decision 0007). */
export function stagedObjectKey(uuid: string): string {
  return `staged/${uuid}`;
}

/**
 * Where reported bytes stay. No URL that writes here is ever signed, and each verification copies to a key of
 * its own, so no report can overwrite or remove what another one secured (decision 0007).
 */
export function documentObjectKey(uuid: string, copyId: string): string {
  return `documents/${uuid}/${copyId}`;
}

/** Below it are the uploads, one object a document. */
export const STAGED_PREFIX = "staged/";

/** Below it are the reported bytes and what verifications that were cut off left. */
export const DOCUMENTS_PREFIX = "documents/";

const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const OWN_KEY = new RegExp(`^(?:staged/(${UUID})|documents/(${UUID})/[^/]+)$`);

/** The uuid of the document that an object belongs to; null for a key that we never make. */
export function documentOfKey(key: string): string | null {
  const found = OWN_KEY.exec(key);
  return found?.[1] ?? found?.[2] ?? null;
}

/** A key in front of those of all documents that were created since then, for version 7 uuids begin with their time. */
export function documentsPositionAt(createdSince: Date): string {
  const time = Math.max(0, createdSince.getTime()).toString(16).padStart(12, "0");
  return `${DOCUMENTS_PREFIX}${time.slice(0, 8)}-${time.slice(8, 12)}`;
}
