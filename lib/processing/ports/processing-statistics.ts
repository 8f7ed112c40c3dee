/** Pending runs of processing, and those that somebody has taken. */
export interface ProcessingStatistics {
  /** Runs that nobody has taken. */
  readonly runsWaiting: number;
  /** Runs that somebody has taken and not settled. */
  readonly runsTaken: number;
  /** Since when the oldest of the waiting runs waits; null: none does. */
  readonly oldestWaitingAt: Date | null;
}

/** Looks at runs that are not over. */
export interface ProcessingStatisticsSource {
  /** One statement, whose price grows with these runs alone. */
  measure(): Promise<ProcessingStatistics>;
}
