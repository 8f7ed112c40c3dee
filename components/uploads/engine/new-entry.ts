import { sizeFailure } from "./describe-failure";
import type { DroppedFile, UploadEntry, UploadTarget } from "./upload-entry";
import type { JournalRecord } from "./upload-journal";

type Parts = Omit<JournalRecord, "idempotencyKey" | "intent"> & Pick<UploadEntry, "state">;

const newEntry = (parts: Parts): UploadEntry => ({
  ...parts,
  sentBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  isStalled: false,
  failure: null,
});

/** Creates the entry of a newly added file. If it cannot be uploaded, the entry has already failed. */
export function droppedEntry(
  id: string,
  { assetIdentifier, assetName }: UploadTarget,
  { file, folder }: DroppedFile,
  sizeMaxBytes: number,
): UploadEntry {
  const { name, size: sizeBytes, lastModified: modifiedAtMs } = file;
  const described = sizeFailure(sizeBytes, sizeMaxBytes);
  const parts = {
    id,
    assetIdentifier,
    assetName,
    name,
    folder,
    sizeBytes,
    modifiedAtMs,
    uuid: null,
  } as const;
  if (!described) return newEntry({ ...parts, state: "waiting" });
  const { sentence, fix, canRetry } = described;
  return { ...newEntry({ ...parts, state: "failed" }), failure: { sentence, fix, canRetry } };
}

/** Creates the entry of an interrupted upload. */
export function restoredEntry({ idempotencyKey, intent, ...parts }: JournalRecord): UploadEntry {
  return newEntry({ ...parts, state: parts.uuid === null ? "interrupted" : "reporting" });
}
