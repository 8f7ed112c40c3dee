import type pg from "pg";
import type { StagedDocumentRepository, StatusMove } from "@/lib/documents/ports/staged-documents";
import type { StatusChange } from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";
import { withDatabase } from "../core/database-errors";
import { type DocumentRow, type StatusChangeRow, toDocument, toStatusChange } from "../core/rows";
import { listQuery } from "./list-documents";
import { STATEMENTS } from "./statements";

/** A probe wants to know soon. */
const REACHABLE_TIMEOUT_MS = 2_000;

/** Documents in PostgreSQL: each write of a status is one statement together with its history row. */
export function createStagedDocumentRepository(pool: pg.Pool): StagedDocumentRepository {
  const queryOne = async (statement: pg.QueryConfig, values: unknown[]) => {
    const { rows } = await withDatabase(() => pool.query<DocumentRow>({ ...statement, values }));
    return rows[0] ? toDocument(rows[0]) : null;
  };
  return {
    async create(...announced) {
      const created = await queryOne(STATEMENTS.createDocument, creationValues(...announced));
      if (!created) throw new Error("the insert of a staged document returned no row");
      return created;
    },
    createOnce: (document, change, { ownerId, key, requestHash, expiredAt }) =>
      queryOne(STATEMENTS.createDocumentOnce, [
        ...creationValues(document, change),
        ...[ownerId, key, requestHash, expiredAt],
      ]),
    findClaimed: (claim) => findClaimed(pool, claim),
    find: (uuid) => queryOne(STATEMENTS.findDocument, [uuid]),
    list: async (filter, page) => {
      const query = listQuery(filter, page);
      return (await withDatabase(() => pool.query<DocumentRow>(query))).rows.map(toDocument);
    },
    renewUpload: (uuid, { uploadExpiresAt, at }) =>
      queryOne(STATEMENTS.renewUpload, [uuid, STATUS.waitingForUpload, uploadExpiresAt, at]),
    compareAndSetStatus: (change) => queryOne(STATEMENTS.compareAndSetStatus, moveValues(change)),
    listStatusChanges: (uuid, page) => listStatusChanges(pool, uuid, page),
    checkReachable: async () => {
      const probe = { text: "SELECT 1", query_timeout: REACHABLE_TIMEOUT_MS };
      await withDatabase(() => pool.query(probe));
    },
  };
}

function creationValues(
  ...[document, change]: Parameters<StagedDocumentRepository["create"]>
): unknown[] {
  const { uuid, assetIdentifier, name, folder, uploadExpiresAt } = document;
  const { move, actor, requestId, reason, at } = change;
  return [
    ...[uuid, assetIdentifier, name, move.to, uploadExpiresAt],
    ...[at, actor, reason, move.isNotified, requestId ?? null, folder],
  ];
}

async function findClaimed(
  pool: pg.Pool,
  { ownerId, key }: Parameters<StagedDocumentRepository["findClaimed"]>[0],
) {
  const { rows } = await withDatabase(() =>
    pool.query<DocumentRow & { request_hash: Buffer }>({
      ...STATEMENTS.findClaimedDocument,
      values: [ownerId, key],
    }),
  );
  return rows[0] ? { document: toDocument(rows[0]), requestHash: rows[0].request_hash } : null;
}

function moveValues(change: StatusMove): unknown[] {
  const { uuid, move, actor, reason, at, file, failure, classification } = change;
  return [
    uuid,
    move.from,
    move.to,
    at,
    actor,
    reason,
    move.isNotified,
    file?.sizeBytes ?? null,
    file?.contentType ?? null,
    file?.objectKey ?? null,
    failure?.code ?? null,
    failure?.message ?? null,
    classification ? JSON.stringify(classification) : null,
    change.uploadExpiredBy ?? null,
    change.requestId ?? null,
  ];
}

/** A document that exists has a history, so only an empty first page needs a second look. */
async function listStatusChanges(
  pool: pg.Pool,
  uuid: string,
  { after, limit }: Page<bigint>,
): Promise<readonly StatusChange[] | null> {
  const { rows } = await withDatabase(() =>
    pool.query<StatusChangeRow>({
      ...STATEMENTS.listStatusChanges,
      values: [uuid, String(after ?? 0n), limit],
    }),
  );
  if (rows.length > 0) return rows.map(toStatusChange);
  const found = await withDatabase(() =>
    pool.query({ ...STATEMENTS.findDocument, values: [uuid] }),
  );
  return found.rows.length > 0 ? [] : null;
}
