import type { Classification } from "@/lib/documents/rules/classification";
import { knownReason } from "@/lib/documents/rules/deletion-reasons";
import type { StagedDocument, StatusChange } from "@/lib/documents/rules/staged-document";
import { isStatus, STATUS, type Status } from "@/lib/documents/rules/status";

/** A row of `staged_document` as pg returns it, with bigint as text and timestamptz as Date. */
export interface DocumentRow {
  readonly uuid: string;
  readonly asset_identifier: string;
  readonly name: string;
  readonly folder: string | null;
  readonly status: number;
  readonly upload_expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly file_size: string | null;
  readonly file_content_type: string | null;
  readonly file_sha256: string | null;
  readonly file_verified_at: Date | null;
  readonly file_object_key: string | null;
  readonly file_version_id: string | null;
  readonly file_erased_at: Date | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly deletion_reason: string | null;
  readonly deletion_note: string | null;
  /** Only Stagedoor writes this column, and always in this shape. */
  readonly classification: Classification | null;
  readonly processing_run: number | null;
  /** Absent from statements whose callers do not need it. */
  readonly duplicate_of?: string | null;
}

/** A row of `status_change` as pg returns it. */
export interface StatusChangeRow {
  readonly id: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
  readonly notify: boolean;
  readonly sequence: string | null;
}

/** Converts a row to a document. @throws Error if the row holds values that no version of Stagedoor writes */
export function toDocument(row: DocumentRow): StagedDocument {
  return {
    uuid: row.uuid,
    assetIdentifier: row.asset_identifier,
    name: row.name,
    folder: row.folder,
    status: toKnownStatus(row.status),
    uploadExpiresAt: row.upload_expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    file: toFile(row),
    classification: row.classification,
    failure:
      row.failure_code === null || row.failure_message === null
        ? null
        : { code: row.failure_code, message: row.failure_message },
    deletion:
      row.status === STATUS.deleted
        ? { reason: knownReason(row.deletion_reason), note: row.deletion_note }
        : null,
    processingRun: row.processing_run,
    duplicateOf: row.duplicate_of ?? null,
  };
}

function toFile(row: DocumentRow): StagedDocument["file"] {
  const { file_size, file_content_type, file_verified_at, file_object_key } = row;
  if (file_size === null || file_content_type === null) return null;
  if (file_verified_at === null || file_object_key === null) return null;
  return {
    sizeBytes: Number(file_size),
    contentType: file_content_type,
    sha256: row.file_sha256,
    verifiedAt: file_verified_at,
    objectKey: file_object_key,
    versionId: row.file_version_id,
    erasedAt: row.file_erased_at,
  };
}

/** Converts a row to a status change. @throws Error if the row holds values that no version of Stagedoor writes */
export function toStatusChange(row: StatusChangeRow): StatusChange {
  return {
    id: BigInt(row.id),
    ...toStatuses(row),
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    notified: row.notify,
    sequence: row.sequence === null ? null : BigInt(row.sequence),
  };
}

/** Returns the previous and current status of a row. @throws Error like `toKnownStatus` */
export const toStatuses = (row: {
  readonly from_status: number | null;
  readonly to_status: number;
}) => ({
  previousStatus: row.from_status === null ? null : toKnownStatus(row.from_status),
  currentStatus: toKnownStatus(row.to_status),
});

/** Returns the status in a column. @throws Error if it is a value that no version of Stagedoor writes */
export function toKnownStatus(value: number): Status {
  if (isStatus(value)) return value;
  throw new Error(`the database holds the unknown status ${value}`);
}
