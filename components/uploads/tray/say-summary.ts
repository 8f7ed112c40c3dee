import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import type { UploadSummary } from "../engine/upload-entry";

/**
 * Summarises the tab's uploads in one line: the uploads in progress, or else their result, and the number of skipped
 * items.
 */
export function saySummary(summary: UploadSummary, isSignedOut = false): string {
  const texts = UPLOAD_TRAY_TEXTS;
  const { isReading, readCount, unfinishedCount, leftOutCount } = summary;
  if (isReading) return texts.reading(readCount);
  const said = unfinishedCount > 0 ? sayRunning(summary, isSignedOut) : sayOutcome(summary);
  if (leftOutCount === 0) return said ?? texts.nothingUploaded;
  return said === null ? texts.leftOut.summary(leftOutCount) : texts.andLeftOut(said, leftOutCount);
}

function sayRunning(
  { counts, unfinishedCount, uploadedCount, resumesInSeconds }: UploadSummary,
  isSignedOut: boolean,
): string {
  const texts = UPLOAD_TRAY_TEXTS;
  const total = uploadedCount + unfinishedCount;
  if (isSignedOut) return texts.paused(uploadedCount, total);
  if (resumesInSeconds !== null) return texts.rateLimited(resumesInSeconds, uploadedCount, total);
  return isOffline(counts)
    ? texts.offline(uploadedCount, total)
    : texts.running(uploadedCount, total);
}

/** Whether uploads wait for a connection, and none is making progress. */
const isOffline = (counts: UploadSummary["counts"]) =>
  counts["paused-offline"] > 0 && counts.creating + counts.uploading + counts.reporting === 0;

/** Returns the result of the uploads; null if there is none. */
function sayOutcome(summary: UploadSummary): string | null {
  const { uploadedCount, failedCount, cancelledCount, counts } = summary;
  const texts = UPLOAD_TRAY_TEXTS;
  if (failedCount > 0) {
    return uploadedCount > 0
      ? texts.finishedWithFailures(uploadedCount, failedCount)
      : texts.allFailed(failedCount);
  }
  if (uploadedCount > 0) return texts.finished(uploadedCount);
  if (counts.interrupted > 0) return texts.interrupted(counts.interrupted);
  return cancelledCount > 0 ? texts.cancelled(cancelledCount) : null;
}

const STEPS = 4;

/**
 * Returns the summary for screen readers. It changes at every quarter of the bytes and at the end, however many files
 * there are.
 */
export function announceSummary(summary: UploadSummary, isSignedOut = false): string {
  const { isReading, unfinishedCount, uploadedCount, bytesSent, bytesTotal } = summary;
  const texts = UPLOAD_TRAY_TEXTS;
  if (isReading) return texts.announcedReading;
  if (unfinishedCount === 0) return saySummary(summary);
  if (isSignedOut) return texts.signedOut.title;
  // Without the seconds, which would be announced one by one.
  if (summary.resumesInSeconds !== null) return texts.rateLimitedNotice.title;
  if (isOffline(summary.counts)) return texts.announcedOffline;
  const share = bytesTotal === 0 ? 0 : bytesSent / bytesTotal;
  const percent = (Math.floor(share * STEPS) * 100) / STEPS;
  return texts.announced(uploadedCount + unfinishedCount, percent, summary.failedCount > 0);
}
