"use client";

import { isCancelled } from "@/lib/documents/rules/is-cancelled";
import type { Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { CancelledBadge } from "../ui/cancelled-badge";
import { StatusBadge } from "../ui/status-badge";
import { UploadBadge } from "../uploads/upload-badge";
import { useDocumentUpload } from "../uploads/uploads-provider";

/** The status of a document as the reader understands it: their own running upload shows how far it is, a cancelled one did not fail. */
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
