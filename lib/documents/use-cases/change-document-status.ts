import type { Clock, Ids } from "@/lib/kernel/ports";
import { type Actor, authorOf, idOfActor, isPerson } from "@/lib/kernel/rules/actor";
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
import {
  correctedItems,
  processedClassification,
  reviewedClassification,
} from "../rules/corrections";
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
  /** Returns the results with a person's corrections, which replace `classification`. */
  readonly correct?: ((document: StagedDocument) => Classification) | undefined;
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
 * results (decision 0022). A decision is rejected if the document differs from what the reporter saw, unless it differs
 * because they have already made this decision.
 * @throws DomainError `status-not-settable`, `invalid-transition`, `results-changed`, `run-ended`, `staged-document-not-found`;
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
    if (input.seen) {
      if (await isMade(ports, document, { ...input, seen: input.seen })) return document;
      assertAsSeen(document, input.seen);
    }
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

/**
 * Prevents a decision on an outdated page from applying to a document that has since been processed again or decided.
 * @throws DomainError `results-changed` if it is another run of the processing, else `invalid-transition`
 */
export function assertAsSeen({ status, processingRun }: StagedDocument, seen: SeenDocument): void {
  if (status === seen.status && processingRun === seen.run) return;
  const now = `it has status ${status} (${statusName(status)}) now`;
  if (processingRun === seen.run) {
    const detail = `The document was changed in the meantime: ${now}.`;
    throw new DomainError("invalid-transition", detail);
  }
  const detail =
    status === seen.status
      ? "The document was processed again in the meantime. Look at the new results, then decide."
      : `The document was processed again in the meantime: ${now}. Look at its current results.`;
  throw new DomainError("results-changed", detail);
}

/**
 * Whether a person's decision has already been made, about the results that they saw and with the same corrections. Its first
 * response may have been lost. A document that they sent to be processed again may have been read in the meantime.
 */
async function isMade(
  ports: Pick<ChangePorts, "documents">,
  document: StagedDocument,
  { actor, status, seen, correct }: Report & { readonly seen: SeenDocument },
): Promise<boolean> {
  const run = status === STATUS.processing ? (seen.run ?? 0) + 1 : seen.run;
  if (document.processingRun !== run) return false;
  if (document.status !== status && status !== STATUS.processing) return false;
  const { uuid } = document;
  if ((await previousStatusMovedBy(ports, { uuid, status }, actor)) !== seen.status) return false;
  return !correct || correctedItems(document.classification, correct(document)).length === 0;
}

/** Each processing makes two changes; nobody processes a document this often. */
const CHANGES_MAX = 1000;

/**
 * Returns the status from which this person, in any role, made the document's last move to a status; null if somebody else
 * made it.
 */
export async function previousStatusMovedBy(
  { documents }: Pick<ChangePorts, "documents">,
  { uuid, status }: Pick<StagedDocument, "uuid" | "status">,
  actor: Actor,
): Promise<number | null> {
  if (!isPerson(actor)) return null;
  const changes = await documents.listStatusChanges(uuid, { after: null, limit: CHANGES_MAX });
  const last = changes?.findLast(({ currentStatus }) => currentStatus === status);
  return last && idOfActor(last.actor) === actor.id ? last.previousStatus : null;
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
  const { failure } = input;
  const change = await changeOf(ports, { uuid: document.uuid, move }, input);
  if (move.to === STATUS.uploadSuccessful) return moveWithFile(ports, change, inspect);
  const reason = move.to === STATUS.uploadFailed ? (failure ?? REPORTED_FAILURE) : failure;
  return ports.documents.compareAndSetStatus({
    ...change,
    ...resultsOf(document, move, input),
    ...(reason ? { failure: reason } : {}),
  });
}

/**
 * Returns the results that a move brings. If a review changed them, the move is bound to the run that was reviewed, and the
 * changes become an event (decision 0092).
 */
function resultsOf(
  document: StagedDocument,
  { from, to }: Move,
  { actor, classification, correct, run }: Report,
): Pick<StatusMove, "classification" | "corrected" | "onlyRun"> {
  if (to !== STATUS.approved || from === STATUS.processing) {
    return classification ? { classification: processedClassification(classification) } : {};
  }
  const before = document.classification;
  const after =
    correct?.(document) ??
    (classification && reviewedClassification(before, classification, authorOf(actor).actor));
  if (!after) return {};
  const corrected = correctedItems(before, after);
  if (corrected.length === 0) return { classification: after };
  const onlyRun = run ?? document.processingRun ?? undefined;
  return { classification: after, corrected, ...(onlyRun === undefined ? {} : { onlyRun }) };
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
