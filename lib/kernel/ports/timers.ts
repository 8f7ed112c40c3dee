/** The only timers for background work; tests drive them by hand. */
export interface Timers {
  /** Milliseconds that only ever grow. */
  nowMs(): number;
  /** Calls once after this delay. @returns cancels it; safe to call twice */
  after(milliseconds: number, run: () => void): () => void;
}
