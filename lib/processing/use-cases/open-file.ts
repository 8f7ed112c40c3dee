import type { ObjectStorage, ObjectVersion } from "@/lib/documents/ports/object-storage";

/**
 * Opens the bytes of a document's file, from its beginning.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
export async function openFile(
  { storage }: { storage: ObjectStorage },
  { key, versionId }: ObjectVersion,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await storage.read({ key, versionId });
  if (bytes === null) throw new Error(`the object store has no object ${key}`);
  return bytes;
}
