/** One run of the engine: it may attempt its notification as long as the generation is the current one. */
export interface DeliveryRun {
  readonly notificationId: string;
  readonly generation: number;
}

/**
 * The alarm clock of deliveries: durable runs that attempt a notification, wait, and attempt it again. What they do is
 * decided by the rows, so every call is harmless to repeat. Each rejects with `engine-unavailable`.
 */
export interface DeliveryRuns {
  /** Begins a run for each; one that was begun before is left alone. */
  start(runs: readonly DeliveryRun[]): Promise<void>;
  /** Makes the runs look at their rows now. */
  wake(runs: readonly DeliveryRun[]): Promise<void>;
  /** Rejects when the engine does not answer. */
  checkReachable(): Promise<void>;
}
