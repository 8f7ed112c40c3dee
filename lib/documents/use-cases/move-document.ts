import { DomainError } from "@/lib/kernel/rules/errors";
import type { Changes } from "../ports/changes";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";
import { getStagedDocument } from "./get-staged-document";

const DECISIONS_MAX = 3;

/**
 * Loads a document and lets `decide` move it; a lost compare-and-set, which `decide` answers with null, is decided
 * again from the new state. A move is announced, a repeat is not.
 * @throws DomainError `staged-document-not-found`, what `decide` throws, `too-much-contention` after three lost races
 */
export async function moveDocument(
  ports: { documents: StagedDocumentRepository; changes: Changes },
  uuid: string,
  decide: (document: StagedDocument) => Promise<StagedDocument | null>,
): Promise<StagedDocument> {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const document = await getStagedDocument(ports, uuid);
    const settled = await decide(document);
    if (settled && settled.status !== document.status) ports.changes.announce();
    if (settled) return settled;
  }
  throw new DomainError(
    "too-much-contention",
    "The document kept changing while this call was decided. Nothing was lost: repeat it.",
  );
}
