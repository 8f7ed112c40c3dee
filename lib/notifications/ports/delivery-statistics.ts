/** How far the receiver is behind. */
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

/** What became of notifications, and when the next attempt is. Tests are left out. */
export interface DeliverySummary {
  /** The earliest attempt that is planned; null: nothing is pending. */
  readonly nextAttemptAt: Date | null;
  /** Notifications that were given up; `UNDELIVERED_COUNT_MAX` stands for so many and more. */
  readonly undeliveredCount: number;
  /** When a notification was last answered 200; null: none was, or all of them are pending again. */
  readonly lastDeliveredAt: Date | null;
}

/** Looks at pending changes, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that waits: its price grows with that. */
  measure(): Promise<DeliveryStatistics>;
  /** Its price does not grow with what was or will be sent. */
  summarise(): Promise<DeliverySummary>;
  /** `oldestUntoldAt` without counting. */
  findOldestUntold(): Promise<Date | null>;
}
