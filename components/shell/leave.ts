import { beforeLeaving } from "../api/before-leaving";
import { tabSignals } from "../api/tab-signals";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { CALL_TEXTS } from "../texts/en/ui-texts";
import type { Toasts } from "../ui/toast";

/**
 * Ends this browser's session, for every tab and every copy of the cookie.
 * @throws Error if the session is still active
 */
type SignOut = () => Promise<void>;

const TIMEOUT_MS = 15_000;

/**
 * Creates a sign-out on top of `fetch`. next-auth's own client is not used because it treats every response as a success.
 */
export function createSignOut(fetch: typeof globalThis.fetch): SignOut {
  return async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const answer = await fetch("/api/auth/signout", { method: "POST", body, signal });
    if (!answer.ok) throw new Error(`Signing out failed with status ${answer.status}`);
  };
}

// Wrapped, because browsers throw when `fetch` is called as a method of another object.
const fetchOfTab: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Ends the session that all tabs of this browser share. */
const signOut: SignOut = createSignOut(fetchOfTab);

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
