/** A run of the engine. It can attempt its notification only while its generation is current. */
export interface DeliveryRun {
  readonly notificationId: string;
  readonly generation: number;
}

/**
 * Schedules deliveries: durable runs that attempt a notification, wait and attempt it again. The rows decide what each
 * run does, so every call can be repeated safely. Each method rejects with `engine-unavailable` if the engine does not
 * respond.
 */
export interface DeliveryRuns {
  /** Starts each run that has not been started yet. */
  start(runs: readonly DeliveryRun[]): Promise<void>;
  /** Makes the runs check their rows now. */
  wake(runs: readonly DeliveryRun[]): Promise<void>;
  /** Rejects if the engine does not respond. */
  checkReachable(): Promise<void>;
}
