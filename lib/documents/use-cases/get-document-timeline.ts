import { isUuid } from "@/lib/kernel/rules/uuid";
import type { DocumentTimeline, DocumentTimelines } from "../ports/document-timelines";
import { stagedDocumentNotFound } from "./get-staged-document";

/** Processing again and again makes a history of any length. */
const ENTRIES_MAX = 100;

/**
 * Loads one document, whatever its status, with its latest 100 changes and 100 events.
 * @throws DomainError `staged-document-not-found`, for a text that is no UUID as well
 */
export async function getDocumentTimeline(
  ports: { documentTimelines: DocumentTimelines },
  uuid: string,
): Promise<DocumentTimeline> {
  const found = isUuid(uuid)
    ? await ports.documentTimelines.find(uuid.toLowerCase(), ENTRIES_MAX)
    : null;
  if (!found) throw stagedDocumentNotFound(uuid);
  return found;
}
