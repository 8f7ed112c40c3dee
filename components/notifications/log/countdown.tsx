"use client";

import { formatClock } from "../../texts/en/format";
import { useEverySecond } from "../../ui/use-every-second";
import { formatUntil } from "./attempt-words";

/**
 * Counts down to a time, second by second. The server renders the time itself, because it cannot know when the page is
 * read.
 */
export function Countdown({ at }: { readonly at: string }) {
  const text = useEverySecond(() => formatUntil(at, Date.now()));
  return (
    <time dateTime={at} title={formatClock(at, text === null ? "UTC" : undefined)}>
      {text ?? formatClock(at, "UTC")}
    </time>
  );
}
