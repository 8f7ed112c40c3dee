"use client";

import { useSyncExternalStore } from "react";
import { formatClock, formatMoment, formatRelative } from "../texts/en/format";

const subscribeNever = () => () => undefined;

/** Ticks once a half minute, for all that say "3 minutes ago". */
const ticks = (() => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (listener: () => void) => {
    listeners.add(listener);
    timer ??= setInterval(() => {
      for (const each of listeners) each();
    }, 30_000);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
})();

/**
 * A time in the reader's own zone; the server, which does not know that zone, writes it in UTC until the page is alive.
 * `relative` says how long ago or in how long, `clock` adds the seconds.
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
  const relative = useSyncExternalStore(
    look === "relative" ? ticks : subscribeNever,
    () => (look === "relative" ? formatRelative(at, Date.now()) : null),
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
