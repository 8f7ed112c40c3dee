import type pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { FileHashes, UnhashedFile } from "@/lib/processing/ports";
import { createQuery, statement } from "../core/query";

const { uploadSuccessful, processing, waitingForReview, approved } = STATUS;

const IS_UNHASHED = sql`file_sha256 IS NULL AND file_object_key IS NOT NULL AND file_erased_at IS NULL
  AND status IN (${uploadSuccessful}, ${processing}, ${waitingForReview}, ${approved})`;
const FILE = sql`uuid AS "documentUuid", file_object_key AS key, file_version_id AS "versionId"`;

/** The SQL statements for file hashes. */
export const HASH_STATEMENTS = {
  list: statement<{ isBuiltIn: boolean; limit: number; after: string | null }>(
    "processing-unhashed",
    ({ isBuiltIn, limit, after }) => sql`
SELECT ${FILE} FROM staged_document AS document
WHERE ${IS_UNHASHED}
  AND file_verified_at >= (SELECT hash_since FROM processing_configuration WHERE id = 1)
  AND NOT (${isBuiltIn} AND EXISTS (
    SELECT FROM processing_run AS run
    WHERE run.document_uuid = document.uuid AND run.n = document.processing_run
      AND (run.state = 'waiting' OR (run.state = 'taken' AND run.processor IS NOT NULL))
  ))
  AND (${after}::uuid IS NULL OR (file_verified_at, uuid) > (
    SELECT file_verified_at, uuid FROM staged_document WHERE uuid = ${after}
  ))
ORDER BY file_verified_at, uuid
LIMIT ${limit}`,
  ),
  find: statement<{ documentUuid: string }>(
    "processing-unhashed-find",
    ({ documentUuid }) =>
      sql`SELECT ${FILE} FROM staged_document WHERE uuid = ${documentUuid} AND ${IS_UNHASHED}`,
  ),
  save: statement<{ documentUuid: string; sha256: string; at: Date }>(
    "processing-hash-save",
    ({ documentUuid, sha256, at }) =>
      sql`UPDATE staged_document SET file_sha256 = ${sha256}, updated_at = GREATEST(updated_at, ${at}) WHERE uuid = ${documentUuid} AND ${IS_UNHASHED}`,
  ),
};

/** Stores the SHA-256 of files in PostgreSQL. */
export function createFileHashes(pool: pg.Pool): FileHashes {
  const query = createQuery(pool);
  return {
    async listUnhashed(choice, limit, after) {
      const page = HASH_STATEMENTS.list({ isBuiltIn: choice === "builtin", limit, after });
      return (await query<UnhashedFile>(page)).rows;
    },
    find: async (documentUuid) =>
      (await query<UnhashedFile>(HASH_STATEMENTS.find({ documentUuid }))).rows[0] ?? null,
    save: async (documentUuid, sha256, at) =>
      void (await query(HASH_STATEMENTS.save({ documentUuid, sha256, at }))),
  };
}
