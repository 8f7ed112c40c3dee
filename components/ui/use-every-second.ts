import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

const never = () => () => undefined;

/**
 * What `read` says now, and again each second; on the server, which is not there when it is read, null.
 * @param isRunning whether it can still change
 */
export function useEverySecond<T extends string | number>(
  read: () => T,
  isRunning = true,
): T | null {
  return useSyncExternalStore<T | null>(isRunning ? everySecond : never, read, () => null);
}
