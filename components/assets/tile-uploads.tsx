"use client";

import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { ProgressBar } from "../ui/progress-bar";
import type { UploadTarget } from "../uploads/engine/upload-entry";
import { useAssetUploads } from "../uploads/uploads-provider";

/** The progress of the uploads to an asset; renders nothing if there are none. */
export function TileUploads({ assetIdentifier, assetName }: UploadTarget) {
  const uploads = useAssetUploads(assetIdentifier);
  if (!uploads || uploads.unfinishedCount === 0) return null;
  const { uploadedCount, unfinishedCount, bytesSent, bytesTotal } = uploads;
  return (
    <div className="min-w-0 grow">
      <p className="truncate text-curtain text-xs tabular-nums">
        {TILE_TEXTS.progress(uploadedCount, uploadedCount + unfinishedCount)}
      </p>
      <ProgressBar
        className="mt-1 h-1"
        label={TILE_TEXTS.progressLabel(assetName)}
        value={bytesTotal > 0 ? bytesSent / bytesTotal : null}
      />
    </div>
  );
}
