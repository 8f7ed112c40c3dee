/** The only timers for background work; tests drive them by hand. */
export interface Timers {
  /** Returns milliseconds from a monotonic clock. */
  nowMs(): number;
  /** Runs a function once after this delay. @returns a function that cancels it and is safe to call twice */
  after(milliseconds: number, run: () => void): () => void;
}
