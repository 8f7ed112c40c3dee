import { STATUS } from "@/lib/documents/rules/status";
import type { InMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { withoutContent } from "@/lib/documents/testing/without-content";
import type { DocumentObjects, DuePage, SweepPosition, SweepRepository } from "../ports";

/** The sweep's view of in-memory documents, which have no text. Must pass the same contract tests as PostgreSQL. */
export interface InMemorySweeps extends SweepRepository {
  /** Stores an idempotency key. */
  placeIdempotencyKey(storedAt: Date): void;
  /** Stores a reviewer's claim. */
  placeReviewClaim(until: Date): void;
  /** Stores bulk work without documents. */
  placeBulkWork(createdAt: Date, state: "ended" | "preparing"): void;
}

/** Creates the sweep's view of these documents. */
export function createInMemorySweeps(documents: InMemoryDocuments): InMemorySweeps {
  const erased = new Map<string, Date>();
  let keysStoredAt: Date[] = [];
  let claimsUntil: Date[] = [];
  let works: { readonly createdAt: Date; readonly state: "ended" | "preparing" }[] = [];
  return {
    listAwaited: async (page) =>
      duePage(
        page,
        documents
          .all()
          .filter(({ status }) => status === STATUS.waitingForUpload)
          .map(({ uuid, uploadExpiresAt }) => ({ uuid, at: uploadExpiresAt })),
      ),
    listErasable: async (page) =>
      duePage(
        page,
        documents
          .all()
          .filter(isEnded)
          .filter(({ uuid, file }) => !erased.has(uuid) && !file?.erasedAt)
          .map(({ uuid, updatedAt, file }) => ({
            uuid,
            at: updatedAt,
            objectKey: file?.objectKey ?? null,
            versionId: file?.versionId ?? null,
          })),
      ),
    findObjects: async (uuids) =>
      documents
        .all()
        .filter(({ uuid }) => uuids.includes(uuid))
        .map(({ uuid, status, uploadExpiresAt, file }) => ({
          uuid,
          status,
          uploadExpiresAt,
          objectKey: file?.objectKey ?? null,
          versionId: file?.versionId ?? null,
          erasedAt: erased.get(uuid) ?? file?.erasedAt ?? null,
        })),
    eraseContent: async (uuid, at) => {
      const document = documents.all().find((candidate) => candidate.uuid === uuid);
      if (!document || erased.has(uuid)) return 0;
      erased.set(uuid, at);
      documents.place(withoutContent(document, documents.history, at));
      return 0;
    },
    removeIdempotencyKeys: async (storedBy, limit) => {
      documents.all();
      const due = keysStoredAt.filter((storedAt) => storedAt <= storedBy).slice(0, limit);
      keysStoredAt = keysStoredAt.filter((storedAt) => !due.includes(storedAt));
      return due.length;
    },
    removeReviewClaims: async (by, limit) => {
      documents.all();
      const ended = claimsUntil.filter((until) => until <= by).slice(0, limit);
      claimsUntil = claimsUntil.filter((until) => !ended.includes(until));
      return ended.length;
    },
    removeBulkWork: async ({ endedBy, preparedBy }, limit) => {
      documents.all();
      const due = works
        .filter(({ createdAt, state }) => createdAt <= (state === "ended" ? endedBy : preparedBy))
        .slice(0, limit);
      works = works.filter((work) => !due.includes(work));
      return due.length;
    },
    placeBulkWork: (createdAt, state) => {
      works.push({ createdAt: new Date(createdAt), state });
    },
    placeReviewClaim: (until) => {
      claimsUntil.push(new Date(until));
    },
    placeIdempotencyKey: (storedAt) => {
      keysStoredAt.push(new Date(storedAt));
    },
  };
}

const isEnded = ({ status }: Pick<DocumentObjects, "status">) =>
  status === STATUS.uploadFailed || status === STATUS.deleted;

const sortKey = ({ at, uuid }: SweepPosition) => `${at.toISOString()} ${uuid}`;

function duePage<Row extends SweepPosition>({ by, after, limit }: DuePage, rows: readonly Row[]) {
  return rows
    .filter(({ at }) => at <= by)
    .filter((row) => after === null || sortKey(row) > sortKey(after))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .slice(0, limit);
}
