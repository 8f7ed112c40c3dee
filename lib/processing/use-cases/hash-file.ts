import { type HashPorts, hashUnhashedFile } from "./hash-unhashed-file";

/**
 * Computes the SHA-256 of a document's file by streaming it, unless the hash is known or the file is gone. Safe to
 * repeat.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
export async function hashFile(ports: HashPorts, documentUuid: string): Promise<void> {
  const file = await ports.fileHashes.find(documentUuid);
  if (file) await hashUnhashedFile(ports, file);
}
