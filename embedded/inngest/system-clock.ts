import type { ExecutorClock } from "./engine/clock";

/** Long waits are looked at again, because a timer neither counts a machine's sleep nor lasts beyond 24 days. */
const TIMER_MAX_MS = 60_000;

/** The machine's own time; a wait is at most a minute late when the machine slept or its clock was set. */
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
