import { DomainError } from "../domain/errors";
import type { ChangeReason, StagedDocument, StatusChange } from "../domain/staged-document";
import { type Move, STATUS } from "../domain/status";
import type { StagedDocumentRepository, StatusMove } from "../ports";

/** Documents in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryDocuments extends StagedDocumentRepository {
  /** Sets or removes the address that notifications go to. */
  configureWebhook(url: string | null): void;
  /** false: every call is refused with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** Puts a document there as it is, without history: for states that no use case reaches yet. */
  place(document: StagedDocument): void;
}

/** Makes an empty store of documents. */
export function createInMemoryDocuments(): InMemoryDocuments {
  const documents = new Map<string, StagedDocument>();
  const history = createHistory();
  let isAvailable = true;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("database-unavailable", "The database of this test is switched off.");
  };
  return {
    async create(document, change) {
      assertAvailable();
      if (documents.has(document.uuid)) throw new Error(`${document.uuid} exists already`);
      const created = newDocument(document, change);
      documents.set(created.uuid, created);
      history.add({ uuid: created.uuid, ...change });
      return created;
    },
    async find(uuid) {
      assertAvailable();
      return documents.get(uuid) ?? null;
    },
    async compareAndSetStatus(change) {
      assertAvailable();
      const current = documents.get(change.uuid);
      if (!current || current.status !== change.move.from) return null;
      const moved = movedDocument(current, change);
      documents.set(moved.uuid, moved);
      history.add(change);
      return moved;
    },
    async listStatusChanges(uuid, { after, limit }) {
      assertAvailable();
      if (!documents.has(uuid)) return null;
      return history
        .of(uuid)
        .filter(({ id }) => id > (after ?? 0n))
        .slice(0, limit);
    },
    async checkReachable() {
      assertAvailable();
    },
    configureWebhook: history.configureWebhook,
    setAvailable: (value) => {
      isAvailable = value;
    },
    place: (document) => {
      documents.set(document.uuid, document);
    },
  };
}

interface WrittenChange {
  readonly uuid: string;
  readonly move: Move;
  readonly actor: string;
  readonly reason: ChangeReason;
  readonly at: Date;
}

function createHistory() {
  const rows: { uuid: string; change: StatusChange }[] = [];
  let webhookUrl: string | null = null;
  return {
    configureWebhook: (url: string | null) => {
      webhookUrl = url;
    },
    add: ({ uuid, move, actor, reason, at }: WrittenChange) => {
      const change = {
        id: BigInt(rows.length + 1),
        previousStatus: move.from,
        currentStatus: move.to,
        at,
        actor,
        reason,
        notified: move.isNotified && webhookUrl !== null,
        sequence: null,
      };
      rows.push({ uuid, change });
    },
    of: (uuid: string) => rows.filter((row) => row.uuid === uuid).map((row) => row.change),
  };
}

function newDocument(
  document: Parameters<StagedDocumentRepository["create"]>[0],
  { move, at }: Pick<WrittenChange, "move" | "at">,
): StagedDocument {
  const nothingYet = { file: null, classification: null, failure: null };
  return { ...document, ...nothingYet, status: move.to, createdAt: at, updatedAt: at };
}

function movedDocument(current: StagedDocument, { move, at, file, ...results }: StatusMove) {
  const moved: StagedDocument = {
    ...current,
    status: move.to,
    updatedAt: at,
    file: file ? { sha256: null, erasedAt: null, ...file, verifiedAt: at } : current.file,
    classification: results.classification ?? current.classification,
    failure: results.failure ?? null,
  };
  const needsFile =
    moved.status !== STATUS.waitingForUpload && moved.status !== STATUS.uploadFailed;
  if (needsFile && !moved.file) throw new Error(`status ${moved.status} needs a file`);
  return moved;
}
