import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

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
