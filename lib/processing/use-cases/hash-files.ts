import { createHash } from "node:crypto";
import type { ObjectStorage, ObjectVersion, ProcessingPolicy } from "@/lib/documents/ports";
import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { FileHashes, UnhashedFile } from "../ports";

/** What one turn did. */
export interface HashTurn {
  readonly hashed: number;
  /** The number of files that could not be hashed; a later run tries them again. */
  readonly undone: number;
  /** The document after which the next turn continues; null if no file is left. */
  readonly after: string | null;
}

const FILES_AT_ONCE_MAX = 100;
/** Short enough for one call by the engine. The time is checked between two files. */
const TURN_MS = 10_000;

/**
 * Computes the SHA-256 of files that the built-in processor does not read, oldest first, for about ten seconds. A file
 * that cannot be hashed does not hold up the others. Safe to repeat.
 * @param options.after the document after which the previous turn stopped; null starts with the oldest
 * @param options.onUndone called for each file that cannot be hashed, with the reason
 * @throws DomainError if the database or the object store does not respond; what was hashed by then is stored
 */
export async function hashFiles(
  ports: HashPorts & { readonly processing: ProcessingPolicy },
  {
    after,
    onUndone,
  }: { after: string | null; onUndone: (documentUuid: string, reason: unknown) => void },
): Promise<HashTurn> {
  const choice = await ports.processing.choice();
  const endMs = ports.clock.now().getTime() + TURN_MS;
  let [hashed, undone] = [0, 0];
  let last = after;
  for (;;) {
    const files = await ports.fileHashes.listUnhashed(choice, FILES_AT_ONCE_MAX, last);
    for (const file of files) {
      if (ports.clock.now().getTime() >= endMs) return { hashed, undone, after: last };
      try {
        await hashUnhashedFile(ports, file);
        hashed += 1;
      } catch (reason) {
        await rethrowIfOfAll(ports, reason);
        onUndone(file.documentUuid, reason);
        undone += 1;
      }
      last = file.documentUuid;
    }
    if (files.length < FILES_AT_ONCE_MAX) return { hashed, undone, after: null };
  }
}

/**
 * Rethrows a fault that every other file would have, too. A store may also be unavailable for a single damaged file.
 */
async function rethrowIfOfAll({ storage }: HashPorts, reason: unknown): Promise<void> {
  if (!(reason instanceof DomainError)) return;
  if (reason.code !== "object-store-unavailable") throw reason;
  await storage.checkReachable();
}

/** The ports needed to hash a file. */
interface HashPorts {
  readonly fileHashes: FileHashes;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/**
 * Computes the SHA-256 of a file that had none when it was listed, by streaming it. Safe to repeat.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
async function hashUnhashedFile(ports: HashPorts, file: UnhashedFile): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of await openFile(ports, file)) hash.update(chunk);
  await ports.fileHashes.save(file.documentUuid, hash.digest("hex"), ports.clock.now());
}

/**
 * Computes the SHA-256 of a document's file by streaming it, unless the hash is known or the file is gone. Safe to
 * repeat.
 * @throws Error if the store has no such object; DomainError `object-store-unavailable`
 */
export async function hashFile(ports: HashPorts, documentUuid: string): Promise<void> {
  const file = await ports.fileHashes.find(documentUuid);
  if (file) await hashUnhashedFile(ports, file);
}

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
