import type pg from "pg";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";
import { MOVABLE_STATUSES } from "@/lib/documents/rules/movable";
import { STATUS } from "@/lib/documents/rules/status";
import { createQuery } from "../core/query";
import { type DocumentRow, type StatusChangeRow, toDocument, toStatusChange } from "../core/rows";
import { moveValues } from "../core/status-move";
import { listQuery } from "./list-query";
import { STATEMENTS } from "./staged-document-statements";

interface ClaimedRow extends DocumentRow {
  readonly request_hash: Buffer;
}

/** Short, because a health probe needs a quick result. */
const REACHABLE_TIMEOUT_MS = 2_000;

/** Stores documents in PostgreSQL. A single statement writes each change of a status together with its history row. */
export function createStagedDocumentRepository(pool: pg.Pool): StagedDocumentRepository {
  const query = createQuery(pool);
  const queryOne = async (statement: pg.QueryConfig, values: unknown[]) => {
    const { rows } = await query<DocumentRow>(statement, values);
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
    async findClaimed({ ownerId, key }) {
      const values = [ownerId, key];
      const { rows } = await query<ClaimedRow>(STATEMENTS.findClaimedDocument, values);
      return rows[0] ? { document: toDocument(rows[0]), requestHash: rows[0].request_hash } : null;
    },
    find: (uuid) => queryOne(STATEMENTS.findDocument, [uuid]),
    list: async (...asked) => (await query<DocumentRow>(listQuery(...asked))).rows.map(toDocument),
    renewUpload: (uuid, { uploadExpiresAt, at }) =>
      queryOne(STATEMENTS.renewUpload, [uuid, STATUS.waitingForUpload, uploadExpiresAt, at]),
    compareAndSetStatus: (change) => queryOne(STATEMENTS.compareAndSetStatus, moveValues(change)),
    moveToAsset: ({ uuid, from, to, actor, requestId, at }) =>
      queryOne(STATEMENTS.moveToAsset, [
        ...[uuid, from, to, at, MOVABLE_STATUSES, actor, requestId ?? null],
      ]),
    /** Every document has a history, so a second query is needed only if the first page is empty. */
    async listStatusChanges(uuid, { after, limit }) {
      const values = [uuid, String(after ?? 0n), limit];
      const { rows } = await query<StatusChangeRow>(STATEMENTS.listStatusChanges, values);
      if (rows.length > 0) return rows.map(toStatusChange);
      const found = await query(STATEMENTS.findDocument, [uuid]);
      return found.rows.length > 0 ? [] : null;
    },
    checkReachable: async () => {
      const probe = { text: "SELECT 1", query_timeout: REACHABLE_TIMEOUT_MS };
      await query(probe);
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
