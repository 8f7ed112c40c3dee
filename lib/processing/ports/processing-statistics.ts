import type { ReadingQueue } from "../rules/reading-forecast";

/** The numbers of runs that are waiting, and of runs that are taken. */
export interface ProcessingStatistics {
  /** Runs that nobody has taken. */
  readonly runsWaiting: number;
  /** Runs that are taken but not settled. */
  readonly runsTaken: number;
  /** When the oldest waiting run began to wait; null if none is waiting. */
  readonly oldestWaitingAt: Date | null;
}

/** Queries for runs that have not ended. */
export interface ProcessingStatisticsSource {
  /** Executes one statement, whose cost depends only on the number of runs that have not ended. */
  measure(): Promise<ProcessingStatistics>;
  /**
   * Returns the queue of waiting runs, as it concerns one asset identifier or, if it is null, all documents. Lists only
   * starts since the given time. Executes one statement, whose cost has a fixed limit, except that it also reads the
   * documents of the asset that wait or are being processed.
   */
  readQueue(assetIdentifier: string | null, startsSince: Date): Promise<ReadingQueue>;
}
