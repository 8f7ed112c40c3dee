"use client";

import { formatClock } from "../../texts/en/format";
import { useEverySecond } from "../../ui/use-every-second";
import { formatUntil } from "./attempt-words";

/** In how long something comes, second by second; the server, which is not there when it is read, writes the time itself. */
export function Countdown({ at }: { readonly at: string }) {
  const text = useEverySecond(() => formatUntil(at, Date.now()));
  return (
    <time dateTime={at} title={formatClock(at, text === null ? "UTC" : undefined)}>
      {text ?? formatClock(at, "UTC")}
    </time>
  );
}
