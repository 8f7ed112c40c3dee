import type pg from "pg";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { DocumentFilter, DocumentPage, StagedDocumentRepository } from "@/lib/documents/ports";
import { MOVABLE_STATUSES, STATUS } from "@/lib/documents/rules/status";
import { createQuery, NIL_UUID, type Places, type Statement, statement } from "../core/query";
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
  const queryOne = async (statement: Statement) => {
    const { rows } = await query<DocumentRow>(statement);
    return rows[0] ? toDocument(rows[0]) : null;
  };
  return {
    async create(...announced) {
      const created = await queryOne(STATEMENTS.createDocument(creationValues(...announced)));
      if (!created) throw new Error("the insert of a staged document returned no row");
      return created;
    },
    createOnce: (document, change, claim) =>
      queryOne(STATEMENTS.createDocumentOnce({ ...creationValues(document, change), ...claim })),
    async findClaimed(claim) {
      const { rows } = await query<ClaimedRow>(STATEMENTS.findClaimedDocument(claim));
      return rows[0] ? { document: toDocument(rows[0]), requestHash: rows[0].request_hash } : null;
    },
    find: (uuid) => queryOne(STATEMENTS.findDocument({ uuid })),
    list: async (...parameters) =>
      (await query<DocumentRow>(listQuery(...parameters))).rows.map(toDocument),
    renewUpload: (uuid, renewal) =>
      queryOne(STATEMENTS.renewUpload({ uuid, status: STATUS.waitingForUpload, ...renewal })),
    compareAndSetStatus: (change) => {
      const values = moveValues(change);
      const { deletionReason = null } = change;
      if (change.move.to === STATUS.deleted) {
        return queryOne(STATEMENTS.compareAndSetDeleted({ ...values, deletionReason }));
      }
      const { compareAndSetStatus, compareAndSetCorrected } = STATEMENTS;
      return queryOne((change.corrected ? compareAndSetCorrected : compareAndSetStatus)(values));
    },
    correctApproved: ({ requestId = null, classification, corrected, ...correction }) =>
      queryOne(
        STATEMENTS.correctApproved({
          ...correction,
          requestId,
          classification: JSON.stringify(classification),
          corrected: JSON.stringify(corrected),
        }),
      ),
    moveToAsset: ({ requestId = null, ...move }) =>
      queryOne(STATEMENTS.moveToAsset({ ...move, requestId, statuses: MOVABLE_STATUSES })),
    /** Every document has a history, so a second query is needed only if the first page is empty. */
    async listStatusChanges(uuid, { after, limit }) {
      const page = STATEMENTS.listStatusChanges({ uuid, after: String(after ?? 0n), limit });
      const { rows } = await query<StatusChangeRow>(page);
      if (rows.length > 0) return rows.map(toStatusChange);
      const found = await query(STATEMENTS.findDocument({ uuid }));
      return found.rows.length > 0 ? [] : null;
    },
    checkReachable: async () => {
      const probe = { text: "SELECT 1", query_timeout: REACHABLE_TIMEOUT_MS };
      await query(probe);
    },
  };
}

const creationValues = (...[document, change]: Parameters<StagedDocumentRepository["create"]>) => ({
  uuid: document.uuid,
  assetIdentifier: document.assetIdentifier,
  name: document.name,
  folder: document.folder,
  status: change.move.to,
  uploadExpiresAt: document.uploadExpiresAt,
  at: change.at,
  actor: change.actor,
  reason: change.reason,
  requestId: change.requestId ?? null,
  isNotified: change.move.isNotified,
});

/** The class of a document. The expression must be exactly the same as in the index. */
const CLASS_OF = sql`(document.classification ->> 'documentClass')`;

/** Returns whether a list has filters that its named statements do not cover. */
const isSearch = ({ words, documentClass }: DocumentFilter): boolean =>
  words !== undefined || documentClass !== undefined;

/** The position after which a page starts, and how many documents it has. */
interface PageValues {
  readonly at: Date | string;
  readonly uuid: string;
  readonly limit: number;
}

/**
 * Returns the statement for a list with a search, sorted like every list. It is unnamed, so that PostgreSQL plans for the
 * actual words: it should look up a rare word first, but read the list in order for a frequent word.
 */
function searchQuery(
  { assetIdentifier, status, words, documentClass }: DocumentFilter,
  { at, uuid, limit }: PageValues,
): Sql {
  const conditions = [sql`(document.updated_at, document.uuid) > (${at}, ${uuid})`];
  if (assetIdentifier !== null) {
    conditions.push(sql`document.asset_identifier = ${assetIdentifier}`);
  }
  if (status !== null) conditions.push(sql`document.status = ${status}`);
  if (documentClass !== undefined) {
    conditions.push(sql`document.classification IS NOT NULL AND ${CLASS_OF} = ${documentClass}`);
  }
  if (words !== undefined) conditions.push(foundBy(words));
  return sql`
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE ${join(conditions, "\n  AND ")}
ORDER BY document.updated_at, document.uuid
LIMIT ${limit}`;
}

/** The expression must be exactly the same as in the index `document_search_words`. */
const foundBy = (words: string) => sql`document.uuid IN (
    SELECT found.document_uuid FROM document_search AS found
    WHERE (found.name || found."values" || found.content) @@ search_query(${words})
  )`;

/** Returns the statement for these filters with its values. The filter `updatedSince` only sets the first position. */
export function listQuery(filter: DocumentFilter, { after, limit }: DocumentPage): Statement {
  const { assetIdentifier, status, updatedSince } = filter;
  const position = after
    ? { at: after.updatedAt, uuid: after.uuid }
    : { at: updatedSince ?? "-infinity", uuid: NIL_UUID };
  const page = { ...position, limit };
  if (isSearch(filter)) return searchQuery(filter, page);
  if (assetIdentifier !== null && status !== null) {
    return LIST_STATEMENTS.ofAssetAtStatus({ ...page, assetIdentifier, status });
  }
  if (assetIdentifier !== null) return LIST_STATEMENTS.ofAsset({ ...page, assetIdentifier });
  if (status !== null) return LIST_STATEMENTS.atStatus({ ...page, status });
  return LIST_STATEMENTS.all(page);
}

const list = <Filter extends object = object>(
  name: string,
  order: string,
  after: (places: Places<PageValues & Filter>) => Sql,
) =>
  statement<PageValues & Filter>(
    name,
    (places) => sql`
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE ${after(places)}
ORDER BY ${raw(order)}
LIMIT ${places.limit}`,
  );

/**
 * The SQL of the list, one statement for each set of filters, exported to test their query plans. A single filter is a
 * range of its index: with `=`, the planner may read the index of all documents and discard almost every row if the
 * status is rare. Two filters use `=`, because the planner would expect too many rows for a range.
 */
export const LIST_STATEMENTS = {
  all: list(
    "staged-documents-list",
    "updated_at, uuid",
    ({ at, uuid }) => sql`(updated_at, uuid) > (${at}, ${uuid})`,
  ),
  ofAsset: list<{ assetIdentifier: string }>(
    "staged-documents-list-asset",
    "asset_identifier, updated_at, uuid",
    ({ assetIdentifier, at, uuid }) =>
      sql`(asset_identifier, updated_at, uuid) > (${assetIdentifier}, ${at}, ${uuid}) AND asset_identifier <= ${assetIdentifier}`,
  ),
  atStatus: list<{ status: number }>(
    "staged-documents-list-status",
    "status, updated_at, uuid",
    ({ status, at, uuid }) =>
      sql`(status, updated_at, uuid) > (${status}, ${at}, ${uuid}) AND status <= ${status}`,
  ),
  ofAssetAtStatus: list<{ assetIdentifier: string; status: number }>(
    "staged-documents-list-asset-status",
    "updated_at, uuid",
    ({ assetIdentifier, status, at, uuid }) =>
      sql`asset_identifier = ${assetIdentifier} AND status = ${status} AND (updated_at, uuid) > (${at}, ${uuid})`,
  ),
};
