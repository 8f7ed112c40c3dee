import type { Clock } from "@/lib/kernel/ports/system";
import type { ProcessingStatisticsSource } from "../ports/processing-statistics";
import { PACE_WINDOW_MS, readingSecondsLeft, WAITING_COUNT_MAX } from "../rules/reading-forecast";

/** The documents that wait to be read, and how long that will take. */
export interface ReadingForecast {
  /** The waiting documents of the asset, or all. */
  readonly waitingCount: number;
  /** Whether there are more waiting documents than were counted. */
  readonly isAtLeast: boolean;
  /** In about how many seconds the last of them will be read; null if it is unknown. */
  readonly secondsLeft: number | null;
}

/** Returns how many documents of an asset, or of all if it is null, wait to be read, and about how long that will take. */
export async function forecastReading(
  ports: { processingStatistics: ProcessingStatisticsSource; clock: Clock },
  { assetIdentifier }: { assetIdentifier: string | null },
): Promise<ReadingForecast> {
  const now = ports.clock.now();
  const startsSince = new Date(now.getTime() - PACE_WINDOW_MS);
  const queue = await ports.processingStatistics.readQueue(assetIdentifier, startsSince);
  return {
    waitingCount: queue.waitingCount,
    isAtLeast: queue.waitingCount >= WAITING_COUNT_MAX,
    secondsLeft: queue.waitingCount === 0 ? null : readingSecondsLeft(queue, now),
  };
}
