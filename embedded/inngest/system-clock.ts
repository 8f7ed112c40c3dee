import type { ExecutorClock } from "./engine/clock";

/** A long wait is split, because a timer does not run while the machine sleeps and cannot exceed 24 days. */
const TIMER_MAX_MS = 60_000;

/** The machine's own time; a callback is at most a minute late if the machine has slept or its clock was set. */
export const systemClock: ExecutorClock = {
  now: () => Date.now(),
  at: (timeMs, callback) => {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const leftMs = timeMs - Date.now();
      timer = setTimeout(leftMs > TIMER_MAX_MS ? arm : fireOrRearm, Math.min(leftMs, TIMER_MAX_MS));
    };
    // Timers may fire a millisecond early by the wall clock.
    const fireOrRearm = () => (Date.now() < timeMs ? arm() : callback());
    arm();
    return () => clearTimeout(timer);
  },
};
