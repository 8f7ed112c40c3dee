import type { Clock } from "@/lib/kernel/ports";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import type { StagedDocumentRepository } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { isMovableToAsset, statusName } from "../rules/status";
import { getStagedDocument } from "./staged-documents";

/**
 * Moves a document to another asset identifier, whether or not there is an asset with it. The status does not change, no
 * notification is sent, and an event records who moved it and from where (decision 0058). Repeating the move changes
 * nothing.
 * @throws DomainError `document-not-movable` while it is waiting for its upload, and once it has failed or been deleted;
 * `staged-document-not-found`; `too-much-contention` after three lost races
 */
export function moveToAsset(
  ports: { documents: StagedDocumentRepository; clock: Clock },
  input: { actor: Actor; uuid: string; assetIdentifier: string },
): Promise<StagedDocument> {
  const { actor, uuid, assetIdentifier } = input;
  return retryLostRace(async () => {
    const document = await getStagedDocument(ports, uuid);
    if (document.assetIdentifier === assetIdentifier) return document;
    assertMovable(document);
    return ports.documents.moveToAsset({
      uuid: document.uuid,
      from: document.assetIdentifier,
      to: assetIdentifier,
      ...authorOf(actor),
      at: ports.clock.now(),
    });
  }, "Other calls kept changing the document. This call changed nothing. Retry it.");
}

function assertMovable({ status }: StagedDocument): void {
  if (isMovableToAsset(status)) return;
  throw new DomainError(
    "document-not-movable",
    `The document has status ${status} (${statusName(status)}). Only documents that have been uploaded and not deleted can be moved to another asset.`,
  );
}
