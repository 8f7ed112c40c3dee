import { type Actor, actorName } from "../domain/actor";
import { assertSettable, decideReport } from "../domain/decide-report";
import { DomainError } from "../domain/errors";
import type { StagedDocument } from "../domain/staged-document";
import { type Move, STATUS } from "../domain/status";
import type { Ports, StatusMove } from "../ports";
import { getStagedDocument } from "./get-staged-document";
import { verifyUpload } from "./verify-upload";

type ChangePorts = Pick<Ports, "documents" | "storage" | "clock" | "ids" | "limits">;

const DECISIONS_MAX = 3;

/**
 * Sets a reported status. An outcome that is already known is answered with the record and changes nothing;
 * a lost compare-and-set is decided again from the new state (DESIGN 3, "Repeats are harmless").
 * @throws DomainError `status-not-settable`, `invalid-transition`, `staged-document-not-found`,
 *   what `verifyUpload` throws, `too-much-contention` after three lost races
 */
export async function changeDocumentStatus(
  ports: ChangePorts,
  input: { actor: Actor; uuid: string; status: number },
): Promise<StagedDocument> {
  assertSettable(input.status, input.actor);
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const document = await getStagedDocument(ports, input.uuid);
    const decided = decideReport(document.status, input.status, input.actor);
    if (decided.kind === "repeat") return document;
    const changed = await makeMove(ports, document, decided.move, input.actor).catch((error) =>
      overtakenOrThrow(ports, document, error),
    );
    if (changed) return changed;
  }
  throw new DomainError(
    "too-much-contention",
    "The document kept changing while this report was decided. Nothing was lost: report again.",
  );
}

/** A file that failed its check is no failure when somebody else has moved the document meanwhile. */
async function overtakenOrThrow(
  ports: ChangePorts,
  document: StagedDocument,
  error: unknown,
): Promise<null> {
  const isAboutFile = error instanceof DomainError && error.code.startsWith("file-");
  if (isAboutFile) {
    const now = await getStagedDocument(ports, document.uuid);
    if (now.status !== document.status) return null;
  }
  throw error;
}

/** Null when somebody else moved the document first. */
async function makeMove(
  ports: ChangePorts,
  document: StagedDocument,
  move: Move,
  actor: Actor,
): Promise<StagedDocument | null> {
  const change: StatusMove = {
    uuid: document.uuid,
    move,
    actor: actorName(actor),
    reason: "reported",
    at: ports.clock.now(),
  };
  if (move.to === STATUS.uploadSuccessful) return moveWithFile(ports, change);
  if (move.to === STATUS.uploadFailed) {
    return ports.documents.compareAndSetStatus({ ...change, failure: REPORTED_FAILURE });
  }
  return ports.documents.compareAndSetStatus(change);
}

/** The copy of a lost race is removed; after a failed statement it stays, for it may have been committed. */
async function moveWithFile(
  ports: ChangePorts,
  change: StatusMove,
): Promise<StagedDocument | null> {
  const file = await verifyUpload(ports, change.uuid);
  const changed = await ports.documents.compareAndSetStatus({
    ...change,
    at: ports.clock.now(),
    file,
  });
  if (!changed) await ports.storage.remove(file.objectKey);
  return changed;
}

const REPORTED_FAILURE = {
  code: "upload-reported-failed",
  message:
    "The uploading system reported that the upload failed. Create a new document to try again.",
};
