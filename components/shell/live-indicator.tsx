"use client";

import { clsx } from "clsx";
import { useLiveState } from "../live/live-provider";
import { SHELL_TEXTS } from "../texts/en/shell-texts";

const DOTS = {
  connecting: "bg-edge animate-pulse",
  live: "bg-go",
  polling: "bg-wait",
  replaced: "bg-wait",
  offline: "bg-alarm",
  "signed-out": "bg-alarm",
} as const;

/**
 * Shows whether the page updates live. Screen readers announce only that the connection was lost, because returning to a
 * tab is not worth announcing.
 */
export function LiveIndicator() {
  const state = useLiveState();
  return (
    <span
      title={SHELL_TEXTS.live.hints[state]}
      className="inline-flex items-center gap-2 text-xs text-quiet"
    >
      <span aria-hidden className={clsx("size-2 rounded-full", DOTS[state])} />
      {SHELL_TEXTS.live[state]}
      <span role="status" className="sr-only">
        {(state === "polling" || state === "replaced" || state === "offline") &&
          SHELL_TEXTS.live.hints[state]}
      </span>
    </span>
  );
}
