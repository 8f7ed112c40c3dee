import { beforeLeaving } from "../api/before-leaving";
import { signOut } from "../api/sign-out";
import { tabSignals } from "../api/tab-signals";
import { CALL_TEXTS } from "../texts/en/call-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import type { Toasts } from "../ui/toast";

const FLUSH_MAX_MS = 5_000;

/** The dependencies of `leave`. */
interface LeaveParts {
  /** Sends pending decisions; resolves to true if all of them succeeded within the given time. */
  readonly flushAll: (withinMs: number) => Promise<boolean>;
  readonly signOut: () => Promise<void>;
  /** Notifies the other tabs that the user has signed out. */
  readonly tellSignedOut: () => void;
  readonly goTo: (path: string) => void;
}

/**
 * Creates the function behind "Sign out". It sends pending decisions, signs out here and in every other tab, and opens
 * the sign-in page. Failures are always reported. If a decision could not be sent, the user stays signed in until they
 * sign out again.
 */
export function createLeave({ flushAll, signOut, tellSignedOut, goTo }: LeaveParts) {
  return async (toasts: Pick<Toasts, "failed">): Promise<void> => {
    if (!(await flushAll(FLUSH_MAX_MS))) {
      toasts.failed(SHELL_TEXTS.notSignedOut, SHELL_TEXTS.decisionNotSent);
      return;
    }
    try {
      await signOut();
      tellSignedOut();
      goTo("/login?after=signed-out");
    } catch {
      // Whatever the reason, a user leaving a shared computer must not believe that they are signed out.
      toasts.failed(SHELL_TEXTS.notSignedOut, CALL_TEXTS.noAnswer);
    }
  };
}

/** Signs out of this browser. */
export const leave = createLeave({
  flushAll: beforeLeaving.flushAll,
  signOut,
  tellSignedOut: () => tabSignals.tellSignedOut(),
  goTo: (path) => window.location.assign(path),
});
