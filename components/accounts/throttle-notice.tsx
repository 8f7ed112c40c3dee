"use client";

import { formatCountdown, formatMinuteAfter } from "../texts/en/format";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Notice } from "../ui/notice";
import { useEverySecond } from "../ui/use-every-second";

/** The time until which every sign-in attempt is rejected. */
export interface Throttle {
  /** On this machine's clock, as returned by Date.now(). */
  readonly untilMs: number;
}

/** Returns the seconds left, updated every second; 0 if the wait is over or if there is none. */
export function useSecondsLeft(throttle: Throttle | null): number {
  const secondsLeft = () =>
    throttle === null ? 0 : Math.max(0, Math.ceil((throttle.untilMs - Date.now()) / 1000));
  return useEverySecond(secondsLeft, throttle !== null) ?? 0;
}

/**
 * Counts down until the user may try again, then says that they can. Screen readers announce the wait once, and its end
 * politely. Both states have two lines, even on the narrowest phones, so that nothing below moves.
 */
export function ThrottleNotice({
  throttle,
  secondsLeft,
}: {
  readonly throttle: Throttle | null;
  readonly secondsLeft: number;
}) {
  const texts = SIGN_IN_TEXTS.throttled;
  const isOver = throttle !== null && secondsLeft === 0;
  return (
    <>
      {throttle && !isOver && (
        <Notice tone="alarm" title={texts.title} isAnnounced>
          <span aria-hidden className="tabular-nums">
            {texts.tryIn(formatCountdown(secondsLeft))}
          </span>
          <span className="sr-only">{texts.tryAt(formatMinuteAfter(throttle.untilMs))}</span>
        </Notice>
      )}
      {/* Always rendered, because screen readers often skip a region that appears together with its text. It has no box, so it adds no gap. */}
      <div role="status" className="contents">
        {isOver && (
          <Notice tone="note" title={texts.overTitle}>
            {texts.over}
          </Notice>
        )}
      </div>
    </>
  );
}
