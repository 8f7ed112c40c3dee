"use client";

import { clsx } from "clsx";
import { useLiveState } from "../live/live-provider";
import { SHELL_TEXTS } from "../texts/shell-texts";

const DOTS = { connecting: "bg-edge animate-pulse", live: "bg-go", polling: "bg-wait" } as const;

/** Whether what the page shows is live; says a change of that to screen readers. */
export function LiveIndicator() {
  const state = useLiveState();
  return (
    <span
      role="status"
      title={SHELL_TEXTS.live.hints[state]}
      className="inline-flex items-center gap-2 text-xs text-quiet"
    >
      <span aria-hidden className={clsx("size-2 rounded-full", DOTS[state])} />
      {SHELL_TEXTS.live[state]}
    </span>
  );
}
