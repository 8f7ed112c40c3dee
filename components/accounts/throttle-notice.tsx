"use client";

import { formatCountdown, formatMinuteAfter } from "../texts/en/format";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Notice } from "../ui/notice";
import { useEverySecond } from "../ui/use-every-second";

/** How long every try to sign in is refused. */
export interface Throttle {
  /** By this machine's clock, as Date.now() has it. */
  readonly untilMs: number;
}

/** The seconds that are left, second by second; 0 when it is over and when there is none. */
export function useSecondsLeft(throttle: Throttle | null): number {
  const secondsLeft = () =>
    throttle === null ? 0 : Math.max(0, Math.ceil((throttle.untilMs - Date.now()) / 1000));
  return useEverySecond(secondsLeft, throttle !== null) ?? 0;
}

/**
 * Counts down until somebody may try again, and then says so. Screen readers say the time once, and politely that it is over; both
 * looks have two lines, on the narrowest phones too, so that nothing below moves.
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
      {/* Always there: a region that comes with its words is often not read out. It has no box, and so no gap. */}
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
