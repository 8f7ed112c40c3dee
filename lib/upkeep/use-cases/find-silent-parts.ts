import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";

/**
 * Returns the errors of the database and the object store if they do not respond. A full disk is not an error here,
 * because deletions free space on it. Never rejects.
 */
export async function findSilentParts(ports: {
  documents: StagedDocumentRepository;
  storage: ObjectStorage;
}): Promise<readonly unknown[]> {
  const answers = await Promise.allSettled([
    ports.documents.checkReachable(),
    ports.storage.checkReachable(),
  ]);
  return answers.filter((answer) => answer.status === "rejected").map(({ reason }) => reason);
}
