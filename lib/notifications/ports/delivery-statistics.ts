/** How far the receiver is behind. */
export interface DeliveryStatistics {
  /** Changes that are not in a notification yet. */
  readonly changesWaiting: number;
  /** Notifications that are neither delivered nor given up. */
  readonly notificationsOutstanding: number;
  /** When the oldest change was made that the receiver was not told yet; null: it knows everything. */
  readonly oldestUntoldAt: Date | null;
  /** Since when no attempt was answered 200; null: the last one was. */
  readonly failingSince: Date | null;
}

/** What became of notifications, and when the next attempt is. Tests are left out. */
export interface DeliverySummary {
  /** The earliest attempt that is planned; null: nothing is pending. */
  readonly nextAttemptAt: Date | null;
  /** Notifications that were given up; `UNDELIVERED_COUNT_MAX` stands for so many and more. */
  readonly undeliveredCount: number;
  /** When a notification was last answered 200; null: none was, or all of them are pending again. */
  readonly lastDeliveredAt: Date | null;
}

/** A receiver that does not answer 200. */
export interface ReceiverFailure {
  /** Since when no notification was answered 200. */
  readonly since: Date;
  /** When a test to the URL of now arrived, if nothing was attempted after it; null: the latest attempt failed. */
  readonly testArrivedAt: Date | null;
}

/** Looks at pending changes, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that waits: its price grows with that. */
  measure(): Promise<DeliveryStatistics>;
  /** Its price does not grow with what was or will be sent. */
  summarise(): Promise<DeliverySummary>;
  /** null: the latest notification was answered 200, or no URL is set. Its price does not grow. */
  findFailure(): Promise<ReceiverFailure | null>;
  /** `oldestUntoldAt` without counting. */
  findOldestUntold(): Promise<Date | null>;
}
