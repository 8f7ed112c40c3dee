/** The executor's source of time, which tests can control. */
export interface ExecutorClock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /**
   * Calls `callback` once when `now()` has reached `timeMs`, but never before `at` has returned. The returned function
   * cancels the alarm.
   */
  at(timeMs: number, callback: () => void): () => void;
}
