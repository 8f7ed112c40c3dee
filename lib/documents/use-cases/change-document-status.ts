import type { Clock, Ids } from "@/lib/kernel/ports/system";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Changes } from "../ports/changes";
import type { ObjectStorage } from "../ports/object-storage";
import type { ProcessingPolicy } from "../ports/processing-policy";
import type { StagedDocumentRepository, StatusMove } from "../ports/staged-documents";
import type { UploadLimits } from "../ports/upload-limits";
import type { Classification } from "../rules/classification";
import { decideReport } from "../rules/decide-report";
import { leaseFrom, runStartOf } from "../rules/run-start";
import type { Failure, StagedDocument } from "../rules/staged-document";
import { type Move, STATUS, statusName } from "../rules/status";
import { getStagedDocument } from "./get-staged-document";
import { moveDocument } from "./move-document";
import { discardVerified, verifyUpload } from "./verify-upload";

type ChangePorts = {
  documents: StagedDocumentRepository;
  changes: Changes;
  storage: ObjectStorage;
  clock: Clock;
  ids: Ids;
  limits: UploadLimits;
  processing: ProcessingPolicy;
};

/** A reported status with its results (see `report-results.ts`). */
export interface StatusReport {
  readonly status: number;
  readonly classification?: Classification | undefined;
  readonly failure?: Failure | undefined;
  /** The processing run that the report is for; if omitted, the current run. */
  readonly run?: number | undefined;
  /** The state that the reporter saw; if omitted, the decision applies to the current state. */
  readonly seen?: SeenDocument | undefined;
}

/** The state of a document that a decision was based on. */
export interface SeenDocument {
  readonly status: number;
  /** The number of its last processing run; a different run may have different results. */
  readonly run: number | null;
}

/**
 * Sets a reported status. A report of a known outcome returns the record and changes nothing, even if it comes with
 * results (DESIGN 3, "Repeats are harmless"). A decision is rejected if the document differs from what the reporter saw.
 * @throws DomainError `status-not-settable`, `invalid-transition`, `run-ended`, `staged-document-not-found`;
 * `too-much-contention` after three lost races; also any error from `verifyUpload`
 */
export async function changeDocumentStatus(
  ports: ChangePorts,
  input: { actor: Actor; uuid: string } & StatusReport,
): Promise<StagedDocument> {
  const decide = decideReport(input.status, input.actor);
  const choice = await ports.processing.choice();
  return moveDocument(ports, input.uuid, async (document) => {
    if (input.run !== undefined) assertCurrentRun(document, input.run);
    if (input.seen) assertAsSeen(document, input.seen);
    const decided = decide(document.status, choice);
    if (decided.kind === "repeat") return document;
    return makeMove(ports, document, decided.move, input).catch((error) =>
      overtakenOrThrow(ports, document, error),
    );
  });
}

/**
 * Rejects the results of a run that can no longer settle the document.
 * @throws DomainError `run-ended`
 */
export function assertCurrentRun({ status, processingRun }: StagedDocument, run: number): void {
  if (status === STATUS.processing && processingRun === run) return;
  throw new DomainError(
    "run-ended",
    `Run ${run} has ended, and its results are not used. The document has status ${status} (${statusName(status)}).`,
  );
}

/** Prevents a decision on an outdated page from applying to a document that has since been processed again or decided. */
function assertAsSeen({ status, processingRun }: StagedDocument, seen: SeenDocument): void {
  if (status === seen.status && processingRun === seen.run) return;
  const detail =
    status === seen.status
      ? "The document was processed again in the meantime. Look at the new results, then decide."
      : `The document was changed in the meantime: it has status ${status} (${statusName(status)}) now.`;
  throw new DomainError("invalid-transition", detail);
}

/** Ignores a failed check if a concurrent call has moved the document in the meantime. */
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

/** Returns null if a concurrent call moved the document first. */
async function makeMove(
  ports: ChangePorts,
  document: StagedDocument,
  move: Move,
  { actor, classification, failure, run, seen }: { actor: Actor } & StatusReport,
): Promise<StagedDocument | null> {
  const at = ports.clock.now();
  const author = authorOf(actor);
  const onlyRun = run ?? seen?.run ?? undefined;
  const leaseUntil = leaseFrom(at, ports.processing.leaseSeconds);
  const choice = await ports.processing.choice();
  const change: StatusMove = {
    ...{ uuid: document.uuid, move, ...author, reason: "reported", at },
    begins: runStartOf(move, { choice, actor: author.actor, leaseUntil }),
    ...(onlyRun === undefined ? {} : { onlyRun }),
  };
  if (move.to === STATUS.uploadSuccessful) return moveWithFile(ports, change);
  const reason = move.to === STATUS.uploadFailed ? (failure ?? REPORTED_FAILURE) : failure;
  return ports.documents.compareAndSetStatus({
    ...change,
    ...(classification ? { classification } : {}),
    ...(reason ? { failure: reason } : {}),
  });
}

/**
 * If a concurrent call moved the document first, the copy is discarded. If the statement failed, the copy stays, because
 * the statement may have been committed.
 */
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
  if (!changed) await discardVerified(ports, file);
  return changed;
}

const REPORTED_FAILURE = {
  code: "upload-reported-failed",
  message:
    "The uploading system reported that the upload failed. Create a new document to try again.",
};
