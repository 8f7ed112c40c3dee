/** The backlog for the receiver. */
export interface DeliveryStatistics {
  /** The number of changes that are not in a notification yet. */
  readonly changesWaiting: number;
  /** The number of pending notifications. */
  readonly notificationsOutstanding: number;
  /** When the oldest change that has not been delivered was made; null if everything has been delivered. */
  readonly oldestUntoldAt: Date | null;
  /** When attempts started failing; null if the latest one was answered with 200. */
  readonly failingSince: Date | null;
}

/** The outcomes of notifications and the time of the next attempt, excluding tests. */
export interface DeliverySummary {
  /** The time of the earliest planned attempt; null if nothing is pending. */
  readonly nextAttemptAt: Date | null;
  /** The number of undelivered notifications; `UNDELIVERED_COUNT_MAX` stands for this many or more. */
  readonly undeliveredCount: number;
  /** When a notification was last answered with 200; null if none was, or if all such notifications are pending again. */
  readonly lastDeliveredAt: Date | null;
}

/** A period in which the receiver has not responded with 200. */
export interface ReceiverFailure {
  /** When the receiver stopped responding with 200. */
  readonly since: Date;
  /** When a test to the current URL arrived, if nothing has been attempted since; null if the latest attempt failed. */
  readonly testArrivedAt: Date | null;
}

/** Reads statistics about deliveries, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that is waiting, so its cost grows with the backlog. */
  measure(): Promise<DeliveryStatistics>;
  /** Summarises deliveries at a cost that does not depend on the number of notifications. */
  summarise(): Promise<DeliverySummary>;
  /**
   * Returns null if the latest notification was answered with 200 or no URL is set. The cost of this query does not grow
   * with the backlog.
   */
  findFailure(): Promise<ReceiverFailure | null>;
  /** Returns `oldestUntoldAt` without counting anything. */
  findOldestUntold(): Promise<Date | null>;
}
