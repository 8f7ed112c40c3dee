import type { Clock } from "@/lib/kernel/ports/system";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ContentErasures } from "../ports/content-erasures";
import type { ObjectStorage } from "../ports/object-storage";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import { erasureProblem } from "../rules/erasable";
import type { StagedDocument } from "../rules/staged-document";
import { getStagedDocument } from "./get-staged-document";
import { removeBytes } from "./remove-bytes";

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
    ...{ at: ports.clock.now(), author: authorOf(input.actor), subject: `document:${uuid}` },
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
