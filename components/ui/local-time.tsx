"use client";

import { useCallback, useSyncExternalStore } from "react";
import { formatClock, formatMoment, formatRelative } from "../texts/en/format";
import { createRelativeClock } from "./relative-clock";

const subscribeNever = () => () => undefined;

const watchRelativeTime = createRelativeClock({
  nowMs: () => Date.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  onShown: (run) => {
    const show = () => document.visibilityState === "visible" && run();
    document.addEventListener("visibilitychange", show);
    return () => document.removeEventListener("visibilitychange", show);
  },
});

/**
 * A time in the reader's own zone. The server does not know that zone, so it renders UTC until the page's scripts have
 * started. `relative` shows how long ago or how far ahead the time is; `clock` adds the seconds.
 */
export function LocalTime({
  at,
  look = "moment",
  className,
}: {
  /** ISO-8601. */
  readonly at: string;
  readonly look?: "moment" | "clock" | "relative";
  readonly className?: string;
}) {
  const isAlive = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  const zone = isAlive ? undefined : "UTC";
  const isRelative = look === "relative";
  const watch = useCallback(
    (listener: () => void) => watchRelativeTime(Date.parse(at), listener),
    [at],
  );
  const relative = useSyncExternalStore(
    isRelative ? watch : subscribeNever,
    () => (isRelative ? formatRelative(at, Date.now()) : null),
    () => null,
  );
  const format = look === "clock" ? formatClock : formatMoment;
  return (
    <time
      dateTime={at}
      title={formatClock(at, zone)}
      className={className}
      suppressHydrationWarning
    >
      {relative ?? format(at, zone)}
    </time>
  );
}
