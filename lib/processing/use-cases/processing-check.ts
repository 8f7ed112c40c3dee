import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { Clock } from "@/lib/kernel/ports/system";
import { shareLook } from "@/lib/kernel/rules/share-look";
import type { ProcessingStatisticsSource } from "../ports/processing-statistics";

/** Whether documents are being processed; `failures` are for the log. */
export interface ProcessingHealth {
  /** `late` means that a document has been waiting for the built-in processor for more than an hour. */
  readonly processing: "ok" | "late" | "unknown";
  readonly failures: readonly unknown[];
}

const LATE_AFTER_MS = 60 * 60_000;
const LOOK_SHARED_FOR_MS = 1_000;

/**
 * Creates the check for one process. It returns ok if the built-in processor does not run, because other processors have
 * to be monitored separately. Never rejects; queries the database at most once a second, however many callers there are.
 */
export function createProcessingCheck(ports: {
  processing: ProcessingPolicy;
  processingStatistics: ProcessingStatisticsSource;
  clock: Clock;
}): () => Promise<ProcessingHealth> {
  const nowMs = () => ports.clock.now().getTime();
  const findOldestWaiting = shareLook(() => oldestWaiting(ports), {
    nowMs,
    sharedForMs: LOOK_SHARED_FOR_MS,
  });
  return async () => {
    try {
      const oldest = await findOldestWaiting();
      const isLate = oldest !== null && nowMs() - oldest.getTime() > LATE_AFTER_MS;
      return { processing: isLate ? "late" : "ok", failures: [] };
    } catch (error) {
      return { processing: "unknown", failures: [error] };
    }
  };
}

/** Null if nothing is waiting for the built-in processor. */
async function oldestWaiting({
  processing,
  processingStatistics,
}: Parameters<typeof createProcessingCheck>[0]): Promise<Date | null> {
  if ((await processing.choice()) !== "builtin") return null;
  return (await processingStatistics.measure()).oldestWaitingAt;
}
