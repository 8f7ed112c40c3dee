"use client";

import { useState } from "react";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";

/** The number of the current page. Typing a number and pressing Enter or leaving the field scrolls to that page. */
export function PageNumberField({
  current,
  pageCount,
  onGoTo,
}: {
  readonly current: number;
  readonly pageCount: number;
  readonly onGoTo: (index: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = Math.trunc(Number(typed));
    if (typed !== null && page >= 1) onGoTo(Math.min(page, pageCount) - 1);
    setTyped(null);
  };
  return (
    <form
      className="flex items-center gap-1.5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label className="flex items-center gap-1.5">
        <span className="max-sm:sr-only">{PREVIEW_TEXTS.page}</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(current + 1)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={go}
          className="h-8 w-12 rounded-md border border-edge bg-surface text-center tabular-nums"
        />
      </label>
      <span className="whitespace-nowrap tabular-nums">{PREVIEW_TEXTS.ofPages(pageCount)}</span>
    </form>
  );
}
