/** Pending runs of processing, and those that somebody has taken. */
export interface ProcessingStatistics {
  /** Runs that nobody has taken. */
  readonly runsWaiting: number;
  /** Runs that somebody has taken and not settled. */
  readonly runsTaken: number;
  /** Since when the oldest waiting run has been waiting; null: none is waiting. */
  readonly oldestWaitingAt: Date | null;
}

/** Queries for runs that have not ended. */
export interface ProcessingStatisticsSource {
  /** One statement, whose price grows with these runs alone. */
  measure(): Promise<ProcessingStatistics>;
}
