import { createHash } from "node:crypto";
import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { Clock } from "@/lib/kernel/ports/system";
import type { FileHashes } from "../ports/file-hashes";
import { openFile } from "./open-file";

/**
 * Computes the SHA-256 of a document's file by streaming it, unless the hash is known or the file is gone. Safe to
 * repeat.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
export async function hashFile(
  ports: { fileHashes: FileHashes; storage: ObjectStorage; clock: Clock },
  documentUuid: string,
): Promise<void> {
  const file = await ports.fileHashes.find(documentUuid);
  if (!file) return;
  const hash = createHash("sha256");
  for await (const chunk of await openFile(ports, file)) hash.update(chunk);
  await ports.fileHashes.save(documentUuid, hash.digest("hex"), ports.clock.now());
}
