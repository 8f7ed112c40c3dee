import { UPLOAD_TRAY_TEXTS } from "../texts/upload-tray-texts";
import type { UploadSummary } from "../upload-engine/upload-entry";

/** All uploads of the tab in one line: what goes on, else what came of it. */
export function saySummary({
  isReading,
  readCount,
  unfinishedCount,
  counts,
}: UploadSummary): string {
  const { done, failed, cancelled, interrupted } = counts;
  const texts = UPLOAD_TRAY_TEXTS;
  if (isReading) return texts.reading(readCount);
  if (unfinishedCount > 0) return texts.running(done, done + unfinishedCount);
  if (failed > 0) {
    return done > 0 ? texts.finishedWithFailures(done, failed) : texts.allFailed(failed);
  }
  if (done > 0) return texts.finished(done);
  if (interrupted > 0) return texts.interrupted(interrupted);
  return cancelled > 0 ? texts.cancelled(cancelled) : texts.nothingUploaded;
}
