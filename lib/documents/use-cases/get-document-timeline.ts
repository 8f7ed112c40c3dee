import { isUuid } from "@/lib/kernel/rules/uuid";
import type { DocumentTimeline, DocumentTimelines } from "../ports/document-timelines";
import { stagedDocumentNotFound } from "./get-staged-document";

/**
 * The maximum number of changes and of events to load, because repeated processing can make a history arbitrarily long.
 */
const ENTRIES_MAX = 100;

/**
 * Loads a document in any status with its latest 100 changes and 100 events.
 * @throws DomainError `staged-document-not-found`, also for a string that is not a UUID
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
