/** The receiver's backlog. */
export interface DeliveryStatistics {
  /** Changes that are not in a notification yet. */
  readonly changesWaiting: number;
  /** Notifications that are pending: neither delivered nor undelivered. */
  readonly notificationsOutstanding: number;
  /** When the oldest undelivered change was made; null if everything was delivered. */
  readonly oldestUntoldAt: Date | null;
  /** Since when no attempt has been answered 200; null if the last one was. */
  readonly failingSince: Date | null;
}

/** The outcomes of notifications and the time of the next attempt, without tests. */
export interface DeliverySummary {
  /** The earliest attempt that is planned; null: nothing is pending. */
  readonly nextAttemptAt: Date | null;
  /** Undelivered notifications; `UNDELIVERED_COUNT_MAX` stands for this many or more. */
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
  /** Counts everything that is waiting, so its cost grows with the backlog. */
  measure(): Promise<DeliveryStatistics>;
  /** Its cost does not depend on the number of notifications. */
  summarise(): Promise<DeliverySummary>;
  /** null: the latest notification was answered 200, or no URL is set. Its price does not grow. */
  findFailure(): Promise<ReceiverFailure | null>;
  /** `oldestUntoldAt` without counting. */
  findOldestUntold(): Promise<Date | null>;
}
