import type { Clock } from "@/lib/kernel/ports/system";
import { type Actor, authorOf, isPerson } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Changes } from "../ports/changes";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import { decideDeletion } from "../rules/decide-deletion";
import type { Failure, StagedDocument } from "../rules/staged-document";
import { moveDocument } from "./move-document";

/**
 * Deletes a document or cancels its upload; a repeat without a note returns the record. The document remains readable, and its
 * bytes are kept until their retention period ends. A person's note is kept in the history.
 * @throws DomainError `missing-scope`, `staged-document-not-found`, `too-much-contention`; `invalid-transition` if the document
 *   is approved or its upload failed, and for a repeat with a note, which would be lost
 */
export async function deleteStagedDocument(
  ports: { documents: StagedDocumentRepository; changes: Changes; clock: Clock },
  input: { actor: Actor; uuid: string; note?: string },
): Promise<StagedDocument> {
  const decide = decideDeletion(input.actor);
  return moveDocument(ports, input.uuid, async (document) => {
    const decided = decide(document.status);
    if (decided.kind === "repeat") {
      if (input.note !== undefined) throw deletedBefore();
      return document;
    }
    const isCancelled = decided.kind === "cancel";
    return ports.documents.compareAndSetStatus({
      uuid: document.uuid,
      move: decided.move,
      ...authorOf(input.actor),
      reason: isCancelled ? "cancelled" : "deleted",
      at: ports.clock.now(),
      ...(isCancelled ? { failure: cancelledBy(input.actor) } : {}),
      ...(input.note === undefined ? {} : { note: input.note }),
    });
  });
}

const deletedBefore = () =>
  new DomainError(
    "invalid-transition",
    "The document was already deleted. Its timeline shows who deleted it and why. A reason given now is not saved.",
  );

/** Cockpit users think in terms of files, programs in terms of calls. */
function cancelledBy(actor: Actor): Failure {
  const message = isPerson(actor)
    ? "The upload was cancelled in the cockpit. To upload the file, drop it again."
    : "The upload was cancelled before it was reported. Create a new document to try again.";
  return { code: "cancelled", message };
}
