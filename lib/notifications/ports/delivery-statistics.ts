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

/** Looks at pending changes, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that is waiting, so its cost grows with the backlog. */
  measure(): Promise<DeliveryStatistics>;
  /** Its cost does not depend on the number of notifications. */
  summarise(): Promise<DeliverySummary>;
  /** `oldestUntoldAt` without counting. */
  findOldestUntold(): Promise<Date | null>;
}
