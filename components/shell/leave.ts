import { signOut } from "../api/sign-out";
import { tabSignals } from "../api/tab-signals";
import { CALL_TEXTS } from "../texts/en/call-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import type { Toasts } from "../ui/toast";

/** Signs out, here and in every other tab, and loads the sign-in page; a failure is said, never passed over. */
export async function leave(toasts: Toasts): Promise<void> {
  try {
    await signOut();
    tabSignals.tellSignedOut();
    window.location.assign("/login?after=signed-out");
  } catch {
    // Whatever it was, somebody who leaves a shared computer must not believe that they are signed out.
    toasts.failed(SHELL_TEXTS.notSignedOut, CALL_TEXTS.noAnswer);
  }
}
