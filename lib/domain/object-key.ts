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
