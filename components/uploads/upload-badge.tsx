import { CircleDashed, LoaderCircle } from "lucide-react";
import { UPLOAD_TRAY_TEXTS } from "../texts/en/upload-tray-texts";
import { Badge } from "../ui/badge";
import type { UploadEntry } from "./engine/upload-entry";

/** The progress of an upload in this tab, shown in place of its document's status. */
export function UploadBadge({ entry }: { readonly entry: UploadEntry }) {
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
