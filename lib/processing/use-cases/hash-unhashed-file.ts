import { createHash } from "node:crypto";
import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { Clock } from "@/lib/kernel/ports/system";
import type { FileHashes, UnhashedFile } from "../ports/file-hashes";
import { openFile } from "./open-file";

/** The ports needed to hash a file. */
export interface HashPorts {
  readonly fileHashes: FileHashes;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/**
 * Computes the SHA-256 of a file that had none when it was listed, by streaming it. Safe to repeat.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
export async function hashUnhashedFile(ports: HashPorts, file: UnhashedFile): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of await openFile(ports, file)) hash.update(chunk);
  await ports.fileHashes.save(file.documentUuid, hash.digest("hex"), ports.clock.now());
}
