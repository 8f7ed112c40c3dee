import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";

/**
 * Loads a document in any status, even a deleted one, because receivers request its URL after a notification of status 8.
 * @throws DomainError `staged-document-not-found`, also for a string that is not a UUID
 */
export async function getStagedDocument(
  ports: { documents: StagedDocumentRepository },
  uuid: string,
): Promise<StagedDocument> {
  const document = isUuid(uuid) ? await ports.documents.find(uuid.toLowerCase()) : null;
  if (!document) throw stagedDocumentNotFound(uuid);
  return document;
}

/** Creates the error for a missing document. */
export function stagedDocumentNotFound(uuid: string): DomainError {
  const detail = isUuid(uuid)
    ? `There is no staged document ${uuid.toLowerCase()}. Use the uuid that was returned when it was created.`
    : "The path does not contain a UUID. Use the uuid that was returned when the document was created.";
  return new DomainError("staged-document-not-found", detail);
}
