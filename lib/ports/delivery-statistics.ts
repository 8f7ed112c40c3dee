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

/** Looks at what waits, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that waits: its price grows with that. */
  measure(): Promise<DeliveryStatistics>;
  /** `oldestUntoldAt` without counting. */
  findOldestUntold(): Promise<Date | null>;
}
