"use client";

import { CircleDashed, LoaderCircle } from "lucide-react";
import { isCancelled, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { UPLOAD_TRAY_TEXTS } from "../texts/en/upload-tray-texts";
import { Badge, CancelledBadge, StatusBadge } from "../ui/status-badge";
import type { UploadEntry } from "../uploads/engine/upload-entry";
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

/** The progress of an upload in this tab, shown in place of its document's status. */
function UploadBadge({ entry }: { readonly entry: UploadEntry }) {
  const { state } = entry;
  const isMoving = state === "uploading" || state === "reporting";
  const said = sayUpload(entry);
  return (
    <Badge
      icon={isMoving ? LoaderCircle : CircleDashed}
      look={isMoving ? "bg-note-soft text-note" : "bg-sunken text-quiet"}
      iconLook={isMoving ? "motion-safe:animate-spin" : ""}
      title={UPLOAD_TRAY_TEXTS.inThisTab}
    >
      <span className="tabular-nums">{said}</span>
    </Badge>
  );
}

function sayUpload({ state, sentBytes, sizeBytes }: UploadEntry): string {
  if (state !== "uploading" || sizeBytes === 0) return UPLOAD_TRAY_TEXTS.states[state];
  return UPLOAD_TRAY_TEXTS.uploadingPercent(Math.floor((100 * sentBytes) / sizeBytes));
}
