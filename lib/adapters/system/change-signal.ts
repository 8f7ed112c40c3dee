import type { Announcement, ChangeSignal } from "@/lib/documents/ports";

/** Creates a signal without listeners. */
export function createChangeSignal(): ChangeSignal {
  const subscriptions = new Set<{ readonly listener: (what: Announcement) => void }>();
  return {
    announce(what = "status") {
      for (const { listener } of [...subscriptions]) callSafely(() => listener(what));
    },
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
  };
}

/**
 * Ignores errors: the change has been committed, so a failing listener must not fail the call. A timer also checks for
 * changes.
 */
function callSafely(listener: () => void): void {
  try {
    listener();
  } catch {
    // The listener's work is only delayed until that check.
  }
}
