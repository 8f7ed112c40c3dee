"use client";

import { errorMessage } from "@/lib/kernel/rules/errors";
import { isSignedOut } from "../api/call-cockpit";
import { sessionSignals } from "../api/session-signals";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import { Notice } from "./notice";

/**
 * Shown when content could not be loaded, or could not be brought up to date: the reason, and a button to try again or to
 * sign in again.
 */
export function LoadFailure({
  error,
  isOlderShown = false,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether the page still shows what was loaded before. */
  readonly isOlderShown?: boolean;
  readonly onRetry: () => void;
}) {
  return (
    <Notice
      tone="alarm"
      title={isOlderShown ? UI_TEXTS.notUpdated : UI_TEXTS.notLoaded}
      isAnnounced
    >
      <p>{errorMessage(error)}</p>
      {isSignedOut(error) ? (
        <Button size="tiny" className="mt-2" onClick={() => sessionSignals.noteOver("ended")}>
          {SHELL_TEXTS.signInAgain}
        </Button>
      ) : (
        <Button size="tiny" className="mt-2" onClick={onRetry}>
          {UI_TEXTS.tryAgain}
        </Button>
      )}
    </Notice>
  );
}
