"use client";

import { useSyncExternalStore } from "react";
import { formatClock } from "../../texts/en/format";
import { formatUntil } from "./attempt-words";

const TICK_MS = 1_000;

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};

/** In how long something comes, second by second; the server, which is not there when it is read, writes the time itself. */
export function Countdown({ at }: { readonly at: string }) {
  const text = useSyncExternalStore(
    everySecond,
    () => formatUntil(at, Date.now()),
    () => null,
  );
  return (
    <time dateTime={at} title={formatClock(at, text === null ? "UTC" : undefined)}>
      {text ?? formatClock(at, "UTC")}
    </time>
  );
}
