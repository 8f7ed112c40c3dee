import type { Clock, Ids } from "@/lib/kernel/ports";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  Changes,
  ObjectStorage,
  ProcessingPolicy,
  StagedDocumentRepository,
  StatusMove,
  StoredObject,
  UploadLimits,
} from "../ports";
import type { Classification } from "../rules/classification";
import { decideReport } from "../rules/decide-report";
import { leaseFrom, runStartOf } from "../rules/run-start";
import type { Failure, StagedDocument } from "../rules/staged-document";
import { findMove, type Move, mayMake, STATUS, statusName } from "../rules/status";
import { getStagedDocument } from "./staged-documents";
import { discardVerified, inspectUpload, secureUpload } from "./verify-upload";

type ChangePorts = {
  documents: StagedDocumentRepository;
  changes: Changes;
  storage: ObjectStorage;
  clock: Clock;
  ids: Ids;
  limits: UploadLimits;
  processing: ProcessingPolicy;
};

/** A reported status with its results. */
export interface StatusReport {
  readonly status: number;
  readonly classification?: Classification | undefined;
  readonly failure?: Failure | undefined;
  /** The processing run that the report is for; if omitted, the current run. */
  readonly run?: number | undefined;
  /** The state that the reporter saw; if omitted, the decision applies to the current state. */
  readonly seen?: SeenDocument | undefined;
}

type Report = { readonly actor: Actor; readonly uuid: string } & StatusReport;

/** Inspects the object at the first call (see `inspectUpload`); later calls return the same result or error. */
type Inspect = () => Promise<StoredObject>;

/** The state of a document that a decision was based on. */
export interface SeenDocument {
  readonly status: number;
  /** The number of its last processing run; a different run may have different results. */
  readonly run: number | null;
}

/**
 * Sets a reported status. A report of a known outcome returns the record and changes nothing, even if it comes with
 * results (decision 0022). A decision is rejected if the document differs from what the reporter saw.
 * @throws DomainError `status-not-settable`, `invalid-transition`, `run-ended`, `staged-document-not-found`;
 * `too-much-contention` after three lost races; also any error from `inspectUpload` and `secureUpload`
 */
export async function changeDocumentStatus(
  ports: ChangePorts,
  input: Report,
): Promise<StagedDocument> {
  const decide = decideReport(input.status, input.actor);
  const choice = await ports.processing.choice();
  const inspect = once(() => inspectUpload(ports, input.uuid.toLowerCase()));
  const expected = await moveExpected(ports, input, inspect);
  if (expected) return expected;
  return moveDocument(ports, input.uuid, async (document) => {
    if (input.run !== undefined) assertCurrentRun(document, input.run);
    if (input.seen) assertAsSeen(document, input.seen);
    const decided = decide(document.status, choice);
    if (decided.kind === "repeat") return document;
    return makeMove(ports, { document, move: decided.move, inspect }, input).catch((error) =>
      overtakenOrThrow(ports, document, error),
    );
  });
}

/**
 * Moves the document of a reported upload without loading it first: almost all of these documents are waiting for their
 * upload, which the compare-and-set checks (decision 0070). Returns null, having changed nothing, if the document must
 * be loaded first: to decide, to explain a refusal, or to copy the file.
 * @throws errors that are not about the file, such as a lost connection to the database
 */
async function moveExpected(
  ports: ChangePorts,
  input: Report,
  inspect: Inspect,
): Promise<StagedDocument | null> {
  const { status, actor, run, seen } = input;
  const move = findMove(STATUS.waitingForUpload, status);
  const isUpload = status === STATUS.uploadSuccessful && run === undefined && !seen;
  if (!isUpload || !move || !mayMake(move, actor) || !isUuid(input.uuid)) return null;
  const staged = await inspect().catch(ignoreRefusal);
  if (!staged?.versionId) return null;
  const uuid = input.uuid.toLowerCase();
  const moved = await moveWithFile(ports, await changeOf(ports, { uuid, move }, input), inspect);
  if (moved) ports.changes.announce();
  return moved;
}

/** Returns null for a refused or unreachable file: if the document is waiting for it, loading it leads to the same error. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
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
  decision: { document: StagedDocument; move: Move; inspect: Inspect },
  input: Report,
): Promise<StagedDocument | null> {
  const { document, move, inspect } = decision;
  const { classification, failure } = input;
  const change = await changeOf(ports, { uuid: document.uuid, move }, input);
  if (move.to === STATUS.uploadSuccessful) return moveWithFile(ports, change, inspect);
  const reason = move.to === STATUS.uploadFailed ? (failure ?? REPORTED_FAILURE) : failure;
  return ports.documents.compareAndSetStatus({
    ...change,
    ...(classification ? { classification } : {}),
    ...(reason ? { failure: reason } : {}),
  });
}

/** Returns the change that a report makes, without its results. */
async function changeOf(
  { clock, processing }: ChangePorts,
  { uuid, move }: { uuid: string; move: Move },
  { actor, run, seen }: Report,
): Promise<StatusMove> {
  const at = clock.now();
  const author = authorOf(actor);
  const onlyRun = run ?? seen?.run ?? undefined;
  const leaseUntil = leaseFrom(at, processing.leaseSeconds);
  const choice = await processing.choice();
  return {
    uuid,
    move,
    ...author,
    reason: "reported",
    at,
    begins: runStartOf(move, { choice, actor: author.actor, leaseUntil }),
    ...(onlyRun === undefined ? {} : { onlyRun }),
  };
}

/**
 * If a concurrent call moved the document first, the copy is discarded. If the statement failed, the copy stays, because
 * the statement may have been committed.
 */
async function moveWithFile(
  ports: ChangePorts,
  change: StatusMove,
  inspect: Inspect,
): Promise<StagedDocument | null> {
  const file = await secureUpload(ports, change.uuid, await inspect());
  const changed = await ports.documents.compareAndSetStatus({
    ...change,
    at: ports.clock.now(),
    file,
  });
  if (!changed) await discardVerified(ports, file);
  return changed;
}

/** Returns a function that starts the work at its first call and returns the same promise each time. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined;
  return () => {
    started ??= work();
    return started;
  };
}

const REPORTED_FAILURE = {
  code: "upload-reported-failed",
  message:
    "The uploading system reported that the upload failed. Create a new document to try again.",
};

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
