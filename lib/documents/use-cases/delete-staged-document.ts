import type { Clock } from "@/lib/kernel/ports";
import { type Actor, authorOf, isPerson } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Changes, ContentErasures, ObjectStorage, StagedDocumentRepository } from "../ports";
import { decideDeletion } from "../rules/decide-deletion";
import type { DeletionReason } from "../rules/deletion-reasons";
import { stagedObjectKey } from "../rules/object-key";
import type { DocumentFile, Failure, StagedDocument } from "../rules/staged-document";
import { erasureProblem } from "../rules/status";
import {
  assertAsSeen,
  moveDocument,
  previousStatusMovedBy,
  type SeenDocument,
} from "./change-document-status";
import { getStagedDocument } from "./staged-documents";

/** A deletion as the caller requests it. */
interface DeletionRequest {
  readonly actor: Actor;
  readonly uuid: string;
  readonly reason?: DeletionReason | undefined;
  /** What a person writes about it. */
  readonly note?: string | undefined;
  /** The state that a person saw. */
  readonly seen?: SeenDocument | undefined;
}

/**
 * Deletes a document or cancels its upload; a repeat returns the record and changes nothing. The document remains readable, and
 * its bytes are kept until their retention period ends. The reason and a person's note are kept in the record and in the history
 * (decision 0091); a cancelled upload keeps neither.
 * @throws DomainError `missing-scope`, `staged-document-not-found`, `too-much-contention`; `invalid-transition` if the document
 *   is approved, its upload failed, or it differs from what was seen; also if it was seen before somebody else deleted it, or
 *   for another reason, because the second reason would be lost; `results-changed` if it was processed again
 */
export async function deleteStagedDocument(
  ports: { documents: StagedDocumentRepository; changes: Changes; clock: Clock },
  input: DeletionRequest,
): Promise<StagedDocument> {
  const { actor, seen } = input;
  const decide = decideDeletion(actor);
  return moveDocument(ports, input.uuid, async (document) => {
    const decided = decide(document.status);
    if (decided.kind === "repeat") {
      if (seen && !(await isOwnDeletion(ports, document, input))) throw deletedBefore();
      return document;
    }
    if (seen) assertAsSeen(document, seen);
    const details = decided.kind === "cancel" ? { failure: cancelledBy(actor) } : reasonOf(input);
    return ports.documents.compareAndSetStatus({
      uuid: document.uuid,
      move: decided.move,
      ...authorOf(actor),
      reason: decided.kind === "cancel" ? "cancelled" : "deleted",
      at: ports.clock.now(),
      ...(seen && seen.run !== null ? { onlyRun: seen.run } : {}),
      ...details,
    });
  });
}

const reasonOf = ({ reason, note }: DeletionRequest) => ({
  ...(reason === undefined ? {} : { deletionReason: reason }),
  ...(note === undefined ? {} : { note }),
});

/**
 * Whether a repeated deletion is the one that was made: by the same person, for the same reason. Its first response may have
 * been lost.
 */
async function isOwnDeletion(
  ports: { documents: StagedDocumentRepository },
  document: StagedDocument,
  { actor, reason, note }: DeletionRequest,
): Promise<boolean> {
  const { deletion } = document;
  const isSame = deletion?.reason === (reason ?? null) && deletion.note === (note ?? null);
  return isSame && (await previousStatusMovedBy(ports, document, actor)) !== null;
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

/**
 * Erases the content of an approved, failed or deleted document permanently; its record and status remain. First the
 * document is marked and everything read from it is deleted, in one statement; then the bytes are removed. If the store
 * does not respond, the sweep removes them later. Idempotent.
 * @returns the record, and the store's error if the bytes still exist
 * @throws DomainError `staged-document-not-found`, `content-not-erasable`, `database-unavailable`
 */
export async function eraseContent(
  ports: {
    documents: StagedDocumentRepository;
    contentErasures: ContentErasures;
    storage: ObjectStorage;
    clock: Clock;
  },
  input: { actor: Actor; uuid: string; reason: string | null },
): Promise<{ document: StagedDocument; removalFailure: unknown }> {
  const before = await getStagedDocument(ports, input.uuid);
  const { uuid } = before;
  const problem = erasureProblem(before.status);
  if (problem !== null) throw new DomainError("content-not-erasable", problem);
  const note: AuditNote = {
    at: ports.clock.now(),
    author: authorOf(input.actor),
    subject: `document:${uuid}`,
    action: "document-content-erased",
  };
  const isMarked = await ports.contentErasures.mark({ uuid, reason: input.reason, note });
  const removalFailure = isMarked ? await tryToRemove(ports, before) : undefined;
  return { document: await getStagedDocument(ports, uuid), removalFailure };
}

/**
 * The request has succeeded, because the bytes can no longer be read. If they still exist for a while, that is only
 * logged.
 */
async function tryToRemove(
  ports: { contentErasures: ContentErasures; storage: ObjectStorage },
  { uuid, file }: StagedDocument,
): Promise<unknown> {
  try {
    const { objectKey = null, versionId = null } = file ?? {};
    await removeBytes(ports.storage, uuid, { objectKey, versionId });
    await ports.contentErasures.settle(uuid);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Removes every version of a document's bytes from the store. Idempotent. Also removes the document's own version
 * explicitly, because with `S3_VERSIONING=off` nothing else would free it.
 * @throws DomainError `object-store-unavailable`
 */
export async function removeBytes(
  storage: ObjectStorage,
  uuid: string,
  {
    objectKey,
    versionId,
  }: { objectKey: DocumentFile["objectKey"] | null } & Pick<DocumentFile, "versionId">,
): Promise<void> {
  const stagedKey = stagedObjectKey(uuid);
  if (objectKey !== null && versionId !== null) await storage.remove({ key: objectKey, versionId });
  await storage.removeAll(stagedKey);
  if (objectKey !== null && objectKey !== stagedKey) await storage.removeAll(objectKey);
}
