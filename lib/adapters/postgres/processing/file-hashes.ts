import type pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";
import type { FileHashes, UnhashedFile } from "@/lib/processing/ports";
import { createQuery } from "../core/query";

const { uploadSuccessful, processing, waitingForReview, approved } = STATUS;

const IS_UNHASHED = `file_sha256 IS NULL AND file_object_key IS NOT NULL AND file_erased_at IS NULL
  AND status IN (${uploadSuccessful}, ${processing}, ${waitingForReview}, ${approved})`;
const FILE = 'uuid AS "documentUuid", file_object_key AS key, file_version_id AS "versionId"';

/** The SQL statements for file hashes. */
export const HASH_STATEMENTS = {
  list: {
    name: "processing-unhashed",
    text: `
SELECT ${FILE} FROM staged_document AS document
WHERE ${IS_UNHASHED}
  AND file_verified_at >= (SELECT hash_since FROM processing_configuration WHERE id = 1)
  AND NOT ($1 AND EXISTS (
    SELECT FROM processing_run AS run
    WHERE run.document_uuid = document.uuid AND run.n = document.processing_run
      AND (run.state = 'waiting' OR (run.state = 'taken' AND run.processor IS NOT NULL))
  ))
  AND ($3::uuid IS NULL OR (file_verified_at, uuid) > (
    SELECT file_verified_at, uuid FROM staged_document WHERE uuid = $3
  ))
ORDER BY file_verified_at, uuid
LIMIT $2`,
  },
  find: {
    name: "processing-unhashed-find",
    text: `SELECT ${FILE} FROM staged_document WHERE uuid = $1 AND ${IS_UNHASHED}`,
  },
  save: {
    name: "processing-hash-save",
    text: `UPDATE staged_document SET file_sha256 = $2, updated_at = GREATEST(updated_at, $3) WHERE uuid = $1 AND ${IS_UNHASHED}`,
  },
};

/** Stores the SHA-256 of files in PostgreSQL. */
export function createFileHashes(pool: pg.Pool): FileHashes {
  const query = createQuery(pool);
  return {
    listUnhashed: async (choice, limit, after) =>
      (await query<UnhashedFile>(HASH_STATEMENTS.list, [choice === "builtin", limit, after])).rows,
    find: async (documentUuid) =>
      (await query<UnhashedFile>(HASH_STATEMENTS.find, [documentUuid])).rows[0] ?? null,
    save: async (documentUuid, sha256, at) =>
      void (await query(HASH_STATEMENTS.save, [documentUuid, sha256, at])),
  };
}
