import type { z } from "zod";
import type { StagedDocument, StatusChange } from "../domain/staged-document";
import { STATUS, statusName } from "../domain/status";
import type { stagedDocumentRecord, statusChangePage } from "./schemas";

/** The public record of a document; never a write capability, never an object key (DESIGN 3). */
export function renderStagedDocument(
  document: StagedDocument,
  publicUrl: string,
): z.infer<typeof stagedDocumentRecord> {
  const { file } = document;
  const isWaiting = document.status === STATUS.waitingForUpload;
  return {
    uuid: document.uuid,
    assetIdentifier: document.assetIdentifier,
    name: document.name,
    status: document.status,
    statusName: statusName(document.status),
    url: `${publicUrl}/external-api/staged-documents/${document.uuid}`,
    uploadExpiresAt: isWaiting ? document.uploadExpiresAt.toISOString() : null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    file: file && {
      size: file.sizeBytes,
      contentType: file.contentType,
      sha256: file.sha256,
      verifiedAt: file.verifiedAt.toISOString(),
    },
    classification: null,
    failure: document.failure,
  };
}

/** A page of history; its cursor is the position of its last row. */
export function renderStatusChanges(page: {
  items: readonly StatusChange[];
  nextAfter: bigint | null;
}): z.infer<typeof statusChangePage> {
  return {
    items: page.items.map((change) => ({
      previousStatus: change.previousStatus,
      currentStatus: change.currentStatus,
      at: change.at.toISOString(),
      actor: change.actor,
      reason: change.reason,
      notified: change.notified,
      sequence: change.sequence === null ? null : Number(change.sequence),
    })),
    nextCursor: page.nextAfter?.toString() ?? null,
  };
}
