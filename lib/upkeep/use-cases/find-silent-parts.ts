import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";

/**
 * Why the database and the object store cannot be asked; nothing when both answer. A full disk is not a reason: deleting is
 * what makes room on it. Never rejects.
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
