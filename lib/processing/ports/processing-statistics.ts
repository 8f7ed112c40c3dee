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
}
