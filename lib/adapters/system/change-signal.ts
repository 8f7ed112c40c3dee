import type { Announcement, ChangeSignal } from "@/lib/documents/ports/changes";

/** Makes a signal that nobody hears yet. */
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

/** The change is committed: a listener that fails must not make its call fail, and a timer looks for changes as well. */
function callSafely(listener: () => void): void {
  try {
    listener();
  } catch {
    // Nothing is lost but time.
  }
}
