import type { ExecutorClock } from "./engine/clock";

/**
 * A long wait is split into waits of at most this length, because a timer does not run while the machine sleeps and
 * cannot exceed 24 days.
 */
const TIMER_MAX_MS = 60_000;

/** The machine's own time. A callback is at most a minute late after the machine has slept or its clock has been set. */
export const systemClock: ExecutorClock = {
  now: () => Date.now(),
  at: (timeMs, callback) => {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const leftMs = timeMs - Date.now();
      timer = setTimeout(leftMs > TIMER_MAX_MS ? arm : fireOrRearm, Math.min(leftMs, TIMER_MAX_MS));
    };
    // Measured by the wall clock, timers may fire a millisecond early.
    const fireOrRearm = () => (Date.now() < timeMs ? arm() : callback());
    arm();
    return () => clearTimeout(timer);
  },
};
