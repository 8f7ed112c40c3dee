"use client";

import { UI_TEXTS } from "../texts/ui-texts";
import { Button } from "./button";
import { Notice } from "./notice";

/** What stands where something could not be loaded: why, and the way to try again. */
export function LoadFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  return (
    <Notice tone="alarm" title={UI_TEXTS.notLoaded} isAnnounced>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button size="tiny" className="mt-2" onClick={onRetry}>
        {UI_TEXTS.tryAgain}
      </Button>
    </Notice>
  );
}
