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
  { unfinishedCount, uploadedCount, resumesInSeconds }: UploadSummary,
  isSignedOut: boolean,
): string {
  const texts = UPLOAD_TRAY_TEXTS;
  const total = uploadedCount + unfinishedCount;
  if (isSignedOut) return texts.paused(uploadedCount, total);
  return resumesInSeconds === null
    ? texts.running(uploadedCount, total)
    : texts.rateLimited(resumesInSeconds, uploadedCount, total);
}

/** Returns the result of the uploads; null if there is none. */
function sayOutcome({ uploadedCount, counts }: UploadSummary): string | null {
  const { failed, cancelled, interrupted } = counts;
  const texts = UPLOAD_TRAY_TEXTS;
  if (failed > 0) {
    return uploadedCount > 0
      ? texts.finishedWithFailures(uploadedCount, failed)
      : texts.allFailed(failed);
  }
  if (uploadedCount > 0) return texts.finished(uploadedCount);
  if (interrupted > 0) return texts.interrupted(interrupted);
  return cancelled > 0 ? texts.cancelled(cancelled) : null;
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
  const share = bytesTotal === 0 ? 0 : bytesSent / bytesTotal;
  const percent = (Math.floor(share * STEPS) * 100) / STEPS;
  return texts.announced(uploadedCount + unfinishedCount, percent, summary.counts.failed > 0);
}
