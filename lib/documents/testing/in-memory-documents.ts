import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApprovedCorrection, AssetMove, StagedDocumentRepository, StatusMove } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { STATUS } from "../rules/status";
import { createInMemoryAssetMoves } from "./in-memory-asset-moves";
import { createInMemoryClaims } from "./in-memory-claims";
import { listInMemory } from "./in-memory-document-list";
import {
  createInMemoryHistory,
  type InMemoryHistory,
  type WrittenChange,
} from "./in-memory-history";
import { createInMemoryRuns, type InMemoryRuns } from "./in-memory-runs";

/** In-memory documents that meet the same contract as the PostgreSQL adapter. */
export interface InMemoryDocuments extends StagedDocumentRepository {
  /** Every change, for the feed. */
  readonly history: InMemoryHistory;
  /** The processing runs that the moves created. */
  readonly runs: InMemoryRuns;
  /** Every move to another asset, in the order written. */
  readonly assetMoves: readonly AssetMove[];
  /** What reviews changed, in the order written. */
  readonly corrections: readonly Pick<ApprovedCorrection, "uuid" | "actor" | "corrected" | "at">[];
  /** Sets or removes the webhook URL. */
  configureWebhook(url: string | null): void;
  /** If false, every call is rejected with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** Stores a document as given, without history, for states that no use case reaches yet. */
  place(document: StagedDocument): void;
  /** Returns every document, in no particular order. */
  all(): readonly StagedDocument[];
}

/** Creates an empty store of documents. */
export function createInMemoryDocuments(): InMemoryDocuments {
  const documents = new Map<string, StagedDocument>();
  const history = createInMemoryHistory();
  const [runs, assetMoves] = [createInMemoryRuns(), createInMemoryAssetMoves(documents)];
  const corrections: Pick<ApprovedCorrection, "uuid" | "actor" | "corrected" | "at">[] = [];
  let isAvailable = true;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("database-unavailable", "The database of this test is switched off.");
  };
  const find = (uuid: string) => {
    assertAvailable();
    const found = documents.get(uuid);
    return found ? withDuplicate(found, documents) : null;
  };
  const create: StagedDocumentRepository["create"] = async (document, change) => {
    assertAvailable();
    if (documents.has(document.uuid)) throw new Error(`${document.uuid} exists already`);
    const created = newDocument(document, change);
    documents.set(created.uuid, created);
    history.add({ ...created, ...change });
    return created;
  };
  return {
    create,
    ...createInMemoryClaims({ create, find }),
    find: async (uuid) => find(uuid),
    async list(filter, page) {
      assertAvailable();
      return listInMemory(withDuplicates(documents), filter, page);
    },
    async renewUpload(uuid, { uploadExpiresAt, at }) {
      assertAvailable();
      const current = documents.get(uuid);
      if (current?.status !== STATUS.waitingForUpload) return null;
      const renewed = { ...current, uploadExpiresAt, updatedAt: at };
      documents.set(uuid, renewed);
      return renewed;
    },
    async compareAndSetStatus(change) {
      assertAvailable();
      const current = documents.get(change.uuid);
      if (!current || !isWhereItStarts(current, change)) return null;
      const processingRun = runs.move(current, change);
      const moved = { ...movedDocument(current, change), processingRun };
      documents.set(moved.uuid, moved);
      history.add({ ...moved, ...change });
      if (change.corrected) corrections.push({ ...change, corrected: change.corrected });
      return withDuplicate(moved, documents);
    },
    async correctApproved(correction) {
      assertAvailable();
      const corrected = correctedDocument(documents.get(correction.uuid), correction);
      if (!corrected) return null;
      documents.set(corrected.uuid, corrected);
      corrections.push(correction);
      return withDuplicate(corrected, documents);
    },
    async moveToAsset(move) {
      assertAvailable();
      return assetMoves.move(move);
    },
    async listStatusChanges(uuid, { after, limit }) {
      assertAvailable();
      if (!documents.has(uuid)) return null;
      return history
        .of(uuid)
        .filter(({ id }) => id > (after ?? 0n))
        .slice(0, limit);
    },
    checkReachable: async () => assertAvailable(),
    history,
    runs,
    assetMoves: assetMoves.all,
    corrections,
    configureWebhook: history.configureWebhook,
    setAvailable: (value) => {
      isAvailable = value;
    },
    place: (document) => void documents.set(document.uuid, document),
    all: () => {
      assertAvailable();
      return [...documents.values()];
    },
  };
}

const isWhereItStarts = (
  { status, uploadExpiresAt, processingRun }: StagedDocument,
  { move, uploadExpiredBy, onlyRun }: StatusMove,
) =>
  status === move.from &&
  (!uploadExpiredBy || uploadExpiresAt <= uploadExpiredBy) &&
  (onlyRun === undefined || onlyRun === processingRun);

function correctedDocument(
  current: StagedDocument | undefined,
  { seenUpdatedAt, classification, at }: ApprovedCorrection,
): StagedDocument | null {
  if (current?.status !== STATUS.approved || current.file?.erasedAt) return null;
  const before = current.updatedAt.getTime();
  if (before !== seenUpdatedAt.getTime()) return null;
  return { ...current, classification, updatedAt: new Date(Math.max(at.getTime(), before + 1)) };
}

function newDocument(
  document: Parameters<StagedDocumentRepository["create"]>[0],
  { move, at }: Pick<WrittenChange, "move" | "at">,
): StagedDocument {
  const nothingYet = { file: null, classification: null, failure: null, deletion: null };
  const noRun = { processingRun: null, duplicateOf: null };
  return { ...document, ...nothingYet, ...noRun, status: move.to, createdAt: at, updatedAt: at };
}

/**
 * Sets `duplicateOf` to the earliest other document with the same bytes; of two created at the same time, the one with
 * the lower uuid.
 */
function withDuplicate(document: StagedDocument, documents: ReadonlyMap<string, StagedDocument>) {
  const sha256 = document.file?.sha256 ?? null;
  const orderOf = ({ createdAt, uuid }: StagedDocument) => `${createdAt.toISOString()} ${uuid}`;
  const [first] = [...documents.values()]
    .filter(({ file, status }) => sha256 !== null && file?.sha256 === sha256 && status !== 8)
    .filter((other) => orderOf(other) < orderOf(document))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return { ...document, duplicateOf: first?.uuid ?? null };
}

const withDuplicates = (documents: ReadonlyMap<string, StagedDocument>) =>
  [...documents.values()].map((document) => withDuplicate(document, documents));

function movedDocument(current: StagedDocument, { move, at, file, ...results }: StatusMove) {
  const { deletionReason = null, note = null } = results;
  const sha256 = results.sha256 ?? current.file?.sha256 ?? null;
  const moved: StagedDocument = {
    ...current,
    status: move.to,
    updatedAt: at,
    file: file
      ? { erasedAt: null, ...file, sha256, verifiedAt: at }
      : current.file && { ...current.file, sha256 },
    classification: results.classification ?? current.classification,
    failure: results.failure ?? null,
    deletion: move.to === STATUS.deleted ? { reason: deletionReason, note } : null,
  };
  const needsFile =
    moved.status !== STATUS.waitingForUpload && moved.status !== STATUS.uploadFailed;
  if (needsFile && !moved.file) throw new Error(`status ${moved.status} needs a file`);
  return moved;
}
