/** Time as the executor sees it, so that tests can drive it. */
export interface ExecutorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once when `now()` has reached the time, never before `at` has returned; the answer revokes it. */
  at(timeMs: number, callback: () => void): () => void;
}
