/** The only source of waiting for what runs beside calls; tests drive it by hand. */
export interface Timers {
  /** Milliseconds that only ever grow. */
  nowMs(): number;
  /** Calls once, so much later. @returns ends that; harmless to call twice */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's timers; none of them keeps the process alive. */
export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
