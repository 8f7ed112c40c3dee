import type { Timers } from "@/lib/kernel/ports";

/** The machine's timers. A timer does not keep the process alive. */
export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
