import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import type { Changes } from "../ports/changes";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";
import { getStagedDocument } from "./get-staged-document";

/**
 * Loads a document and lets `decide` move it. After a lost compare-and-set (`decide` returns null), it decides again from
 * the new state. Announces moves, not repeats.
 * @throws DomainError `staged-document-not-found`, `too-much-contention` after three lost races; also any error from
 * `decide`
 */
export function moveDocument(
  ports: { documents: StagedDocumentRepository; changes: Changes },
  uuid: string,
  decide: (document: StagedDocument) => Promise<StagedDocument | null>,
): Promise<StagedDocument> {
  return retryLostRace(async () => {
    const document = await getStagedDocument(ports, uuid);
    const moved = await decide(document);
    if (moved && moved.status !== document.status) ports.changes.announce();
    return moved;
  }, "Other calls kept changing the document. This call changed nothing. Retry it.");
}
