/** One run of the engine: it can attempt its notification as long as its generation is current. */
export interface DeliveryRun {
  readonly notificationId: string;
  readonly generation: number;
}

/**
 * The alarm clock of deliveries: durable runs that attempt a notification, wait, and attempt it again. What they do is
 * decided by the rows, so every call is harmless to repeat. Each rejects with `engine-unavailable`.
 */
export interface DeliveryRuns {
  /** Starts a run for each; runs that were already started are left alone. */
  start(runs: readonly DeliveryRun[]): Promise<void>;
  /** Makes the runs check their rows now. */
  wake(runs: readonly DeliveryRun[]): Promise<void>;
  /** Rejects when the engine does not answer. */
  checkReachable(): Promise<void>;
}
