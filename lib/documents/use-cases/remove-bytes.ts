import type { ObjectStorage } from "../ports/object-storage";
import { stagedObjectKey } from "../rules/object-key";
import type { DocumentFile } from "../rules/staged-document";

/**
 * Removes every version of a document's bytes from the store. Idempotent. Also removes the document's own version
 * explicitly, because with `S3_VERSIONING=off` nothing else would free it.
 * @throws DomainError `object-store-unavailable`
 */
export async function removeBytes(
  storage: ObjectStorage,
  uuid: string,
  {
    objectKey,
    versionId,
  }: { objectKey: DocumentFile["objectKey"] | null } & Pick<DocumentFile, "versionId">,
): Promise<void> {
  const stagedKey = stagedObjectKey(uuid);
  if (objectKey !== null && versionId !== null) await storage.remove({ key: objectKey, versionId });
  await storage.removeAll(stagedKey);
  if (objectKey !== null && objectKey !== stagedKey) await storage.removeAll(objectKey);
}
