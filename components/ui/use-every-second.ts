import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

/** Returns how many seconds are left until a time in milliseconds since 1970, at least 0; null on the server. */
export const useSecondsUntil = (timeMs: number): number | null =>
  useEverySecond(() => Math.max(0, Math.ceil((timeMs - Date.now()) / TICK_MS)));

const never = () => () => undefined;

/**
 * Returns the result of `read`, updated every second; null on the server, which cannot know when the page is read.
 * @param isRunning whether the result can still change
 */
export function useEverySecond<T extends string | number>(
  read: () => T,
  isRunning = true,
): T | null {
  return useSyncExternalStore<T | null>(isRunning ? everySecond : never, read, () => null);
}
