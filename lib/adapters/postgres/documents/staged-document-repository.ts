import type pg from "pg";
import type { DocumentFilter, DocumentPage, StagedDocumentRepository } from "@/lib/documents/ports";
import { MOVABLE_STATUSES, STATUS } from "@/lib/documents/rules/status";
import { createQuery, NIL_UUID } from "../core/query";
import { type DocumentRow, type StatusChangeRow, toDocument, toStatusChange } from "../core/rows";
import { duplicateOf, moveValues } from "../core/status-move";
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
        ownerId,
        key,
        requestHash,
        expiredAt,
      ]),
    async findClaimed({ ownerId, key }) {
      const values = [ownerId, key];
      const { rows } = await query<ClaimedRow>(STATEMENTS.findClaimedDocument, values);
      return rows[0] ? { document: toDocument(rows[0]), requestHash: rows[0].request_hash } : null;
    },
    find: (uuid) => queryOne(STATEMENTS.findDocument, [uuid]),
    list: async (...parameters) =>
      (await query<DocumentRow>(listQuery(...parameters))).rows.map(toDocument),
    renewUpload: (uuid, { uploadExpiresAt, at }) =>
      queryOne(STATEMENTS.renewUpload, [uuid, STATUS.waitingForUpload, uploadExpiresAt, at]),
    compareAndSetStatus: (change) => queryOne(STATEMENTS.compareAndSetStatus, moveValues(change)),
    moveToAsset: ({ uuid, from, to, actor, requestId, at }) =>
      queryOne(STATEMENTS.moveToAsset, [
        uuid,
        from,
        to,
        at,
        MOVABLE_STATUSES,
        actor,
        requestId ?? null,
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
    uuid,
    assetIdentifier,
    name,
    move.to,
    uploadExpiresAt,
    at,
    actor,
    reason,
    move.isNotified,
    requestId ?? null,
    folder,
  ];
}

/** The class of a document. The expression must be exactly the same as in the index. */
const CLASS_OF = "(document.classification ->> 'documentClass')";

/** Returns whether a list has filters that its named statements do not cover. */
const isSearch = ({ words, documentClass }: DocumentFilter): boolean =>
  words !== undefined || documentClass !== undefined;

/**
 * Returns the statement for a list with a search, sorted like every list; $1 and $2 are the position, $3 the limit. It is
 * unnamed, so that PostgreSQL plans for the actual words: it should look up a rare word first, but read the list in order
 * for a frequent word.
 */
function searchQuery(
  { assetIdentifier, status, words, documentClass }: DocumentFilter,
  page: readonly unknown[],
): pg.QueryConfig {
  const values = [...page];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["(document.updated_at, document.uuid) > ($1, $2)"];
  if (assetIdentifier !== null) {
    conditions.push(`document.asset_identifier = ${parameter(assetIdentifier)}`);
  }
  if (status !== null) conditions.push(`document.status = ${parameter(status)}`);
  if (documentClass !== undefined) {
    conditions.push(
      `document.classification IS NOT NULL AND ${CLASS_OF} = ${parameter(documentClass)}`,
    );
  }
  if (words !== undefined) conditions.push(foundBy(parameter(words)));
  return { text: searchText(conditions), values };
}

/** The expression must be exactly the same as in the index `document_search_words`. */
const foundBy = (words: string) => `document.uuid IN (
    SELECT found.document_uuid FROM document_search AS found
    WHERE (found.name || found."values" || found.content) @@ search_query(${words})
  )`;

const searchText = (conditions: readonly string[]) => `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE ${conditions.join("\n  AND ")}
ORDER BY document.updated_at, document.uuid
LIMIT $3`;

/** Returns the statement for these filters with its values. The filter `updatedSince` only sets the first position. */
export function listQuery(filter: DocumentFilter, { after, limit }: DocumentPage): pg.QueryConfig {
  const { assetIdentifier, status, updatedSince } = filter;
  const position = after ? [after.updatedAt, after.uuid] : [updatedSince ?? "-infinity", NIL_UUID];
  const page = [...position, limit];
  if (isSearch(filter)) return searchQuery(filter, page);
  if (assetIdentifier !== null && status !== null) {
    return { ...LIST_STATEMENTS.ofAssetAtStatus, values: [...page, assetIdentifier, status] };
  }
  if (assetIdentifier !== null) {
    return { ...LIST_STATEMENTS.ofAsset, values: [...page, assetIdentifier] };
  }
  if (status !== null) return { ...LIST_STATEMENTS.atStatus, values: [...page, status] };
  return { ...LIST_STATEMENTS.all, values: page };
}

const list = (name: string, { order, after }: { order: string; after: string }) => ({
  name,
  text: `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE (${order}) > ${after}
ORDER BY ${order}
LIMIT $3`,
});

/**
 * The SQL of the list, one statement for each set of filters, exported to test their query plans. $1 and $2 are the
 * position, $3 the limit. A single filter is a range of its index: with `=`, the planner may read the index of all
 * documents and discard almost every row if the status is rare. Two filters use `=`, because the planner would expect too
 * many rows for a range.
 */
export const LIST_STATEMENTS = {
  all: list("staged-documents-list", { order: "updated_at, uuid", after: "($1, $2)" }),
  ofAsset: list("staged-documents-list-asset", {
    order: "asset_identifier, updated_at, uuid",
    after: "($4, $1, $2) AND asset_identifier <= $4",
  }),
  atStatus: list("staged-documents-list-status", {
    order: "status, updated_at, uuid",
    after: "($4, $1, $2) AND status <= $4",
  }),
  ofAssetAtStatus: {
    name: "staged-documents-list-asset-status",
    text: `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE asset_identifier = $4 AND status = $5 AND (updated_at, uuid) > ($1, $2)
ORDER BY updated_at, uuid
LIMIT $3`,
  },
};
