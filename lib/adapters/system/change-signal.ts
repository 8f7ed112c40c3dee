import type { Changes } from "@/lib/documents/ports/changes";

/** The announcements of one process, and who hears them. */
export interface ChangeSignal extends Changes {
  /**
   * Calls the listener for each announcement from now on, within it; what a listener throws is lost.
   * @returns ends that; harmless to call twice
   */
  subscribe(listener: () => void): () => void;
}

/** Makes a signal that nobody hears yet. */
export function createChangeSignal(): ChangeSignal {
  const subscriptions = new Set<{ readonly listener: () => void }>();
  return {
    announce() {
      for (const { listener } of [...subscriptions]) callSafely(listener);
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
