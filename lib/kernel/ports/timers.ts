/** The only source of waiting for what runs beside calls; tests drive it by hand. */
export interface Timers {
  /** Milliseconds that only ever grow. */
  nowMs(): number;
  /** Calls once, so much later. @returns ends that; harmless to call twice */
  after(milliseconds: number, run: () => void): () => void;
}
