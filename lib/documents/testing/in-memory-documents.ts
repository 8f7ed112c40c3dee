import { DomainError } from "@/lib/kernel/rules/errors";
import type { StagedDocumentRepository, StatusMove } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";
import { STATUS } from "../rules/status";
import { createInMemoryClaims } from "./in-memory-claims";
import { listInMemory } from "./in-memory-document-list";
import {
  createInMemoryHistory,
  type InMemoryHistory,
  type WrittenChange,
} from "./in-memory-history";

/** Documents in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryDocuments extends StagedDocumentRepository {
  /** Every change, for the feed. */
  readonly history: InMemoryHistory;
  /** Sets or removes the address that notifications go to. */
  configureWebhook(url: string | null): void;
  /** false: every call is refused with `database-unavailable`. */
  setAvailable(isAvailable: boolean): void;
  /** Puts a document there as it is, without history: for states that no use case reaches yet. */
  place(document: StagedDocument): void;
  /** Every document, in no order. */
  all(): readonly StagedDocument[];
}

/** Makes an empty store of documents. */
export function createInMemoryDocuments(): InMemoryDocuments {
  const documents = new Map<string, StagedDocument>();
  const history = createInMemoryHistory();
  let isAvailable = true;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("database-unavailable", "The database of this test is switched off.");
  };
  const find = (uuid: string) => {
    assertAvailable();
    return documents.get(uuid) ?? null;
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
      return listInMemory([...documents.values()], filter, page);
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
      if (!current || current.status !== change.move.from) return null;
      const { uploadExpiredBy } = change;
      if (uploadExpiredBy && current.uploadExpiresAt > uploadExpiredBy) return null;
      const moved = movedDocument(current, change);
      documents.set(moved.uuid, moved);
      history.add({ ...moved, ...change });
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
    history,
    configureWebhook: history.configureWebhook,
    setAvailable: (value) => {
      isAvailable = value;
    },
    place: (document) => {
      documents.set(document.uuid, document);
    },
    all: () => {
      assertAvailable();
      return [...documents.values()];
    },
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
