import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import type { UploadSummary } from "../engine/upload-entry";

/** All uploads of the tab in one line: what goes on, else what came of it. */
export function saySummary(
  { isReading, readCount, unfinishedCount, counts, resumesInSeconds }: UploadSummary,
  isSignedOut = false,
): string {
  const { done, failed, cancelled, interrupted } = counts;
  const texts = UPLOAD_TRAY_TEXTS;
  if (isReading) return texts.reading(readCount);
  if (unfinishedCount > 0) {
    const total = done + unfinishedCount;
    if (isSignedOut) return texts.paused(done, total);
    return resumesInSeconds === null
      ? texts.running(done, total)
      : texts.rateLimited(resumesInSeconds, done, total);
  }
  if (failed > 0) {
    return done > 0 ? texts.finishedWithFailures(done, failed) : texts.allFailed(failed);
  }
  if (done > 0) return texts.finished(done);
  if (interrupted > 0) return texts.interrupted(interrupted);
  return cancelled > 0 ? texts.cancelled(cancelled) : texts.nothingUploaded;
}

const STEPS = 4;

/** The same for ears: news at each quarter of the bytes and at the end, however many files there are. */
export function announceSummary(summary: UploadSummary, isSignedOut = false): string {
  const { isReading, unfinishedCount, counts, bytesSent, bytesTotal } = summary;
  const texts = UPLOAD_TRAY_TEXTS;
  if (isReading) return texts.announcedReading;
  if (unfinishedCount === 0) return saySummary(summary);
  if (isSignedOut) return texts.signedOut.title;
  // Without the seconds, which would be read out one by one.
  if (summary.resumesInSeconds !== null) return texts.rateLimitedNotice.title;
  const share = bytesTotal === 0 ? 0 : bytesSent / bytesTotal;
  const percent = (Math.floor(share * STEPS) * 100) / STEPS;
  return texts.announced(counts.done + unfinishedCount, percent, counts.failed > 0);
}
