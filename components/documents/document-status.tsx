"use client";

import { isCancelled, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { CancelledBadge } from "../ui/cancelled-badge";
import { StatusBadge } from "../ui/status-badge";
import { UploadBadge } from "../uploads/upload-badge";
import { useDocumentUpload } from "../uploads/uploads-provider";

/**
 * A document's status from the reader's point of view: the progress of their own upload, or "cancelled" rather than
 * "failed".
 */
export function DocumentStatus({
  document: { uuid, status, failure },
}: {
  readonly document: Pick<DocumentRow, "uuid" | "status" | "failure">;
}) {
  const upload = useDocumentUpload(uuid, status);
  if (upload) return <UploadBadge entry={upload} />;
  if (isCancelled({ status, failure })) return <CancelledBadge />;
  return <StatusBadge status={status as Status} />;
}
